import { useId } from 'preact/hooks';
import { statusLabel } from '../../components/badges.js';
import { changeQuery, currentQuery } from '../../location.js';
import { CardList, type Column } from './card-list.js';

/** The complete and the cancelled orders, each in a tab. */
export function EndedOrders({ columns }: { columns: readonly Column[] }) {
  const id = useId();
  const { ended } = currentQuery();
  const shown = columns.find(({ status }) => status === ended) ?? columns[0];
  if (shown === undefined) return null;
  return (
    <section class="board-column ended" aria-label="Ended">
      <h2>Ended</h2>
      <div class="tabs" role="tablist" aria-label="Ended orders" onKeyDown={moveToOtherTab}>
        {columns.map(({ status, count }) => (
          <button
            key={status}
            type="button"
            role="tab"
            id={`${id}-${status}`}
            aria-controls={id}
            aria-selected={status === shown.status}
            tabIndex={status === shown.status ? 0 : -1}
            onClick={() => changeQuery({ ended: status })}
          >
            {statusLabel(status)} <span class="board-count">{count.toLocaleString()}</span>
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={id} aria-labelledby={`${id}-${shown.status}`}>
        <CardList key={shown.status} column={shown} />
      </div>
    </section>
  );
}

function moveToOtherTab({ key, currentTarget }: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
  const other = currentTarget.querySelector<HTMLElement>('[aria-selected=false]');
  other?.focus();
  other?.click();
}
