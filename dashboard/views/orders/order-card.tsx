import type { OrderCard } from '../../../src/emulator/contract/orders.js';
import { Badge } from '../../components/badges.js';
import { ageText, countText, Money } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { NextStep } from './order-steps.js';

/** How many characters of names fit beside the other facts. */
const maxNames = 40;

interface CardProps {
  card: OrderCard;
  /** The time of the emulator's clock; `undefined` until it has loaded. */
  now: number | undefined;
}

export function Card({ card, now }: CardProps) {
  const { id, title, channelName, guestCount, reservationId, createdBy } = card;
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
        <h3>
          <a href={linkTo('orders', id)}>{title}</a>
        </h3>
        <Money amount={card.total} currency={card.currency} />
      </div>
      {card.isCreatedTwice && (
        <p>
          <Badge tone="bad">Created twice</Badge>
        </p>
      )}
      <p class="muted">{facts.filter(Boolean).join(' · ')}</p>
      <div class="order-card-footer">
        <p class="muted">
          <time dateTime={card.created} title={card.created}>
            {now !== undefined && ageText(now - Date.parse(card.created))}
          </time>{' '}
          · {createdBy === undefined ? 'POS' : createdBy}
        </p>
        <NextStep card={card} />
      </div>
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
