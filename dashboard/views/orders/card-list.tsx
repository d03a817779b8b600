import { useRef } from 'preact/hooks';
import type { Board, OrderCard } from '../../../src/emulator/contract/orders.js';
import { statusLabel } from '../../components/badges.js';
import { useNow } from '../../components/clock.js';
import { ShowMore } from '../../components/show-more.js';
import { Card } from './order-card.js';

/** How many cards a list shows at first. */
export const cardStep = 25;

export type Column = Board['columns'][number];

/** The cards of a status. */
export function CardList({ column: { status, count, orders } }: { column: Column }) {
  const now = useNow(10_000);
  const list = useRef<HTMLUListElement>(null);
  const places = useRef<readonly string[]>([]);

  // A card must not move away while somebody is about to press one of its buttons.
  const isInUse = list.current?.matches(':hover, :focus-within') ?? false;
  const cards = isInUse ? inPlace(orders, places.current) : orders;
  places.current = cards.map(({ id }) => id);

  if (count === 0) return <p class="muted">No orders</p>;
  return (
    <>
      <ul ref={list}>
        {cards.map((card) => (
          <Card key={card.id} card={card} now={now} />
        ))}
      </ul>
      <ShowMore step={cardStep} shown={orders.length} count={count} list={statusLabel(status)} />
    </>
  );
}

/** Returns the orders with those that were shown before in the same places. New orders follow. */
function inPlace(orders: readonly OrderCard[], before: readonly string[]): readonly OrderCard[] {
  const places = new Map(before.map((id, place) => [id, place]));
  const placeOf = ({ id }: OrderCard) => places.get(id) ?? before.length;
  return orders.toSorted((one, other) => placeOf(one) - placeOf(other));
}
