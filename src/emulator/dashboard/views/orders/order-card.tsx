import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OrderCard } from '../../../contract/orders.js';
import { Checkbox } from '../../components/inputs.js';
import { ageText, countText, Money } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { hasEnded, OrderSteps } from './order-steps.js';

/** How many characters of names fit beside the other facts. */
const maxNames = 32;

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
  const { id, title, channelName, guestCount, reservationId, createdBy } = card;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (moved.current !== id) return;
    moved.current = undefined;
    // The focus is on the page if the button that had it is gone.
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, []);

  const facts = [
    title === channelName ? '' : channelName,
    itemsText(card),
    guestCount === undefined ? '' : countText(guestCount, 'guest'),
    // Two reservations can have the same guest.
    title === reservationId ? '' : reservationId,
  ];
  return (
    <li class="order-card">
      <div class="order-card-header">
        {hasEnded(card) && (
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
      </div>
      <div class="order-card-facts">
        <p class="muted">{facts.filter(Boolean).join(' · ')}</p>
        <Money amount={card.total} currency={card.currency} />
      </div>
      <p class="muted">
        <time dateTime={card.created} title={card.created}>
          {now !== undefined && ageText(now - Date.parse(card.created))}
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

/** Returns the names of the items; their number if the names are too long. */
function itemsText({ itemNames, itemCount, lineCount }: OrderCard): string {
  const names = itemNames.join(', ');
  if (names === '' || names.length > maxNames) return countText(itemCount, 'item');
  // Keeps a quantity beside its name.
  const text = names.replaceAll(' × ', '\u00a0×\u00a0');
  return lineCount > itemNames.length ? `${text}, …` : text;
}
