import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { Board, OrderCard } from '../../../contract/orders.js';
import { statusLabel } from '../../components/badges.js';
import { Button } from '../../components/button.js';
import { useNow } from '../../components/clock.js';
import { Card } from './order-card.js';

type Column = Board['columns'][number];

interface BoardColumnsProps {
  columns: readonly Column[];
  selected: ReadonlySet<string>;
  onSelect(id: string, isSelected: boolean): void;
  onShowMore(status: string): void;
}

export function BoardColumns({ columns, onShowMore, ...props }: BoardColumnsProps) {
  const now = useNow(10_000);
  const moved = useRef<string | undefined>(undefined);
  return (
    <div class="board">
      {columns.map((column) => (
        <BoardColumn key={column.status} column={column} onShowMore={onShowMore}>
          {(card) => <Card key={card.id} card={card} now={now} moved={moved} {...props} />}
        </BoardColumn>
      ))}
    </div>
  );
}

interface BoardColumnProps {
  column: Column;
  onShowMore(status: string): void;
  children(card: OrderCard): ComponentChildren;
}

function BoardColumn({ column: { status, count, orders }, onShowMore, children }: BoardColumnProps) {
  const heading = useId();
  const list = useRef<HTMLUListElement>(null);
  const places = useRef<readonly string[]>([]);

  // A card must not move away while somebody is about to press one of its buttons.
  const isInUse = list.current?.matches(':hover, :focus-within') ?? false;
  const cards = isInUse ? inPlace(orders, places.current) : orders;
  places.current = cards.map(({ id }) => id);

  const hidden = count - orders.length;
  return (
    <section class="board-column" aria-labelledby={heading}>
      <h2 id={heading}>
        {statusLabel(status)} <span class="board-count">{count.toLocaleString()}</span>
      </h2>
      {count === 0 && <p class="muted">No orders</p>}
      <ul ref={list}>{cards.map(children)}</ul>
      {hidden > 0 && (
        <Button small label={`Show more: ${statusLabel(status)}`} onClick={() => onShowMore(status)}>
          Show more
        </Button>
      )}
    </section>
  );
}

/** Returns the orders with those that were shown before in the same places. New orders follow. */
function inPlace(orders: readonly OrderCard[], before: readonly string[]): readonly OrderCard[] {
  const places = new Map(before.map((id, place) => [id, place]));
  const placeOf = ({ id }: OrderCard) => places.get(id) ?? before.length;
  return orders.toSorted((one, other) => placeOf(one) - placeOf(other));
}
