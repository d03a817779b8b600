import { useId, useState } from 'preact/hooks';
import { Assumption } from '../../components/assumption.js';
import { statusLabel } from '../../components/badges.js';
import { Button } from '../../components/button.js';
import { countText } from '../../components/values.js';
import { call } from '../../control-client.js';
import { changeQuery, currentQuery } from '../../location.js';
import { useAction } from '../../use-action.js';
import { CardList, type Column } from './card-list.js';

/** The complete and the cancelled orders, each in a tab. */
export function EndedOrders({ columns }: { columns: readonly Column[] }) {
  const id = useId();
  const { ended } = currentQuery();
  const shown = columns.find(({ status }) => status === ended) ?? columns[0];
  if (shown === undefined) return null;
  return (
    <section class="board-column ended" aria-label="Ended">
      <header class="card-header">
        <h2>Ended</h2>
        <Assumption name="republishKeepsUpdatedAt" />
      </header>
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
        <EndedColumn key={shown.status} column={shown} />
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

/** The orders of a tab, whose last events staff can send again: those that they select, or all that are visible. */
function EndedColumn({ column }: { column: Column }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { run, busy } = useAction();
  const visible = column.orders.map(({ id }) => id);
  const chosen = visible.filter((id) => selected.has(id));

  function select(id: string, isSelected: boolean): void {
    setSelected(new Set(isSelected ? [...selected, id] : [...selected].filter((other) => other !== id)));
  }

  async function republish(ids: string[]): Promise<void> {
    const done = `Republished ${countText(ids.length, 'order')}.`;
    if (await run(() => call('POST /orders/republish', { body: { ids } }), done)) setSelected(new Set());
  }

  return (
    <>
      {chosen.length > 0 && (
        <Button small busy={busy} onClick={() => republish(chosen)}>
          Republish selected ({chosen.length})
        </Button>
      )}
      <CardList column={column} selection={{ ids: selected, select }} />
    </>
  );
}
