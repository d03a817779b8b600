import { useState } from 'preact/hooks';
import { Assumption } from '../components/assumption.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { SearchFilter } from '../components/filters.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { rowLimit } from '../components/show-more.js';
import { currentQuery } from '../location.js';
import { useData } from '../use-data.js';
import { Autopilot } from './orders/autopilot.js';
import { BoardColumns } from './orders/board-columns.js';
import { cardStep } from './orders/card-list.js';
import { NewOrder } from './orders/new-order.js';

/** The board of orders by status. */
export function Orders() {
  const [creating, setCreating] = useState(false);
  const { search } = currentQuery();
  const query = { search: search ?? '', limit: rowLimit(cardStep) };
  const board = useData('GET /board', { query }, ['orders', 'channels', 'keys']);
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
      <div class="toolbar">
        <SearchFilter label="Search orders" placeholder="ID, reference, guest or channel" />
        <Autopilot />
      </div>
      <Loaded from={board}>{({ columns }) => <BoardColumns columns={columns} />}</Loaded>
      <Dialog title="New order" open={creating} onClose={() => setCreating(false)}>
        <NewOrder onClose={() => setCreating(false)} />
      </Dialog>
    </Page>
  );
}
