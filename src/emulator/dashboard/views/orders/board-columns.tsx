import { useId } from 'preact/hooks';
import { statusLabel } from '../../components/badges.js';
import { useKeptFocus } from '../../focus.js';
import { CardList, type Column } from './card-list.js';
import { EndedOrders } from './ended-orders.js';
import { hasEnded } from './order-steps.js';

/** A column for each status of the orders to work on, and one for those that have ended. */
export function BoardColumns({ columns }: { columns: readonly Column[] }) {
  const board = useKeptFocus<HTMLDivElement>(movedCard);
  return (
    <div class="board" ref={board}>
      {columns
        .filter((column) => !hasEnded(column))
        .map((column) => (
          <BoardColumn key={column.status} column={column} />
        ))}
      <EndedOrders columns={columns.filter(hasEnded)} />
    </div>
  );
}

/** Returns the link of the card whose button had the focus; the other tab if the order has moved there. */
function movedCard(board: HTMLElement, lost: Element): HTMLElement | null {
  const href = lost.closest('li')?.querySelector('a')?.getAttribute('href') ?? '';
  return (
    board.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`) ??
    board.querySelector<HTMLElement>('[role=tab][aria-selected=false]')
  );
}

function BoardColumn({ column }: { column: Column }) {
  const heading = useId();
  return (
    <section class="board-column" aria-labelledby={heading}>
      <h2 id={heading}>
        {statusLabel(column.status)} <span class="board-count">{column.count.toLocaleString()}</span>
      </h2>
      <CardList column={column} />
    </section>
  );
}
