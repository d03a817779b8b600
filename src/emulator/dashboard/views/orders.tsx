import { useState } from 'preact/hooks';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Field } from '../components/field.js';
import { TextInput } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { useData } from '../use-data.js';
import { Autopilot } from './orders/autopilot.js';
import { BoardColumns } from './orders/board-columns.js';
import { NewOrder } from './orders/new-order.js';
import { Republish } from './orders/republish.js';

const step = 25;

/** The board of orders by status. */
export function Orders() {
  const [search, setSearch] = useState('');
  const [limits, setLimits] = useState<Readonly<Record<string, number>>>({});
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [creating, setCreating] = useState(false);

  const limit = Math.max(step, ...Object.values(limits));
  const board = useData('GET /board', { query: { search, limit } }, ['orders', 'channels', 'keys']);

  function select(id: string, isSelected: boolean): void {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  }

  return (
    <Page
      title="Orders"
      lead={
        <>
          The orders of the outlet, newest change first. Each step sends its webhooks.{' '}
          <Assumption name="order-status-transitions-without-an-endpoint" />
        </>
      }
      actions={
        <Button kind="primary" onClick={() => setCreating(true)}>
          New order
        </Button>
      }
    >
      <Loaded from={board}>
        {({ columns }) => {
          const shown = columns.map((column) => {
            const orders = column.orders.slice(0, limits[column.status] ?? step);
            return { ...column, orders };
          });
          return (
            <>
              <div class="toolbar">
                <Field label="Search orders">
                  <TextInput
                    type="search"
                    placeholder="ID, reference, guest or channel"
                    value={search}
                    onInput={setSearch}
                  />
                </Field>
                <Autopilot />
                <Republish
                  orders={shown.flatMap(({ orders }) => orders)}
                  selected={selected}
                  onDone={() => setSelected(new Set())}
                />
              </div>
              <BoardColumns
                columns={shown}
                selected={selected}
                onSelect={select}
                onShowMore={(status) => setLimits({ ...limits, [status]: (limits[status] ?? step) + step })}
              />
            </>
          );
        }}
      </Loaded>
      <Dialog title="New order" open={creating} onClose={() => setCreating(false)}>
        <NewOrder onClose={() => setCreating(false)} />
      </Dialog>
    </Page>
  );
}
