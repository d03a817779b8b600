import { statusLabel } from '../../components/badges.js';
import { Button } from '../../components/button.js';
import { useKeptFocus } from '../../focus.js';
import { CardList, type Column } from './card-list.js';
import { EndedOrders } from './ended-orders.js';
import { hasEnded } from './order-steps.js';

/** A column for each status of the orders to work on, and one for those that have ended. */
export function BoardColumns({ columns }: { columns: readonly Column[] }) {
  const board = useKeptFocus<HTMLDivElement>(movedCard);
  const open = columns.filter((column) => !hasEnded(column));
  return (
    <div class="board" ref={board}>
      <ColumnLinks columns={open} />
      {open.map((column) => (
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

/** In a narrow window, the columns are below each other, and the first one can be long. */
function ColumnLinks({ columns }: { columns: readonly Column[] }) {
  return (
    <nav class="row column-links" aria-label="Columns">
      {columns.map(({ status, count }) => (
        <Button key={status} small onClick={() => document.getElementById(status)?.focus()}>
          {statusLabel(status)} {count.toLocaleString()}
        </Button>
      ))}
    </nav>
  );
}

function BoardColumn({ column }: { column: Column }) {
  const { status } = column;
  return (
    <section class="board-column" aria-labelledby={status}>
      <h2 id={status} tabIndex={-1}>
        {statusLabel(status)} <span class="board-count">{column.count.toLocaleString()}</span>
      </h2>
      <CardList column={column} />
    </section>
  );
}
