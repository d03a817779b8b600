import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OrderCard } from '../../../contract.js';
import { Checkbox } from '../../components/inputs.js';
import { Money } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { OrderSteps } from './order-steps.js';
import { canRepublish } from './republish.js';

interface CardProps {
  card: OrderCard;
  /** The time of the emulator's clock; `undefined` until it has loaded. */
  now: number | undefined;
  selected: ReadonlySet<string>;
  onSelect(id: string, isSelected: boolean): void;
  /** The ID of the order whose button was pressed. Its card takes the focus when it appears in another column. */
  moved: RefObject<string | undefined>;
}

export function Card({ card, now, selected, onSelect, moved }: CardProps) {
  const { id, title, channelName, itemCount, guestCount, createdBy } = card;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (moved.current !== id) return;
    moved.current = undefined;
    // The focus is on the page if the button that had it is gone.
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, []);

  const facts = [
    title === channelName ? '' : channelName,
    `${itemCount} ${itemCount === 1 ? 'item' : 'items'}`,
    guestCount === undefined ? '' : `${guestCount} ${guestCount === 1 ? 'guest' : 'guests'}`,
  ];
  return (
    <li class="order-card">
      <div class="order-card-header">
        {canRepublish(card) && (
          <Checkbox
            label={`Select ${title}`}
            labelHidden
            checked={selected.has(id)}
            onChange={(checked) => onSelect(id, checked)}
          />
        )}
        <h3>
          <a ref={link} href={linkTo('orders', id)}>
            {title}
          </a>
        </h3>
        <Money amount={card.total} currency={card.currency} />
      </div>
      <p class="muted">{facts.filter(Boolean).join(' · ')}</p>
      <p class="muted">
        <time dateTime={card.created} title={card.created}>
          {now !== undefined && ageOf(card.created, now)}
        </time>{' '}
        · {createdBy === undefined ? 'POS' : createdBy}
      </p>
      <OrderSteps
        card={card}
        small
        onTake={() => {
          moved.current = id;
        }}
      />
    </li>
  );
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** Returns the age of an order in the largest whole unit, such as `5 min`. */
function ageOf(created: string, now: number): string {
  const age = now - Date.parse(created);
  const unit = units.find(([, length]) => age >= length);
  return unit ? `${Math.floor(age / unit[1])} ${unit[0]} ago` : 'just now';
}
