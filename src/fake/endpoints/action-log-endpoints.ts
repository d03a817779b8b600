import type { Outlet } from '../outlet/outlet.js';
import type { StoredLogEntry } from '../outlet/state.js';
import type { Call } from '../service/handler.js';
import { actionLogFields } from './documented-fields.js';
import { visibleOrder } from './order-endpoints.js';
import { pageOf, type Row, wholeList } from './pages.js';
import { rangeOf } from './ranges.js';

export const actionLogEndpoints = {
  'GET /orders/action-logs': list,
  'GET /orders/{id}/action-log': listForOrder,
};

/** API specification: Endpoints › `GET /orders/action-logs`. */
function list({ outlet, query }: Call): unknown {
  const isInRange = rangeOf(query, 'actionLogs', outlet.assumptions);
  const rows = rowsOf(outlet, (stored) => isInRange(stored.entry.created) && matches(stored, query));
  return pageOf(outlet, query, {
    name: 'actionLogs',
    rows,
    sorting: 'newest-first',
    fields: actionLogFields,
  });
}

/** API specification: Endpoints › `GET /orders/{id}/action-log`. */
function listForOrder({ outlet, id }: Call): unknown {
  const { order } = visibleOrder(outlet, id);
  const rows = rowsOf(outlet, ({ orderId }) => orderId === order.id);
  const newestFirst = rows.toSorted((one, other) => (one.rank < other.rank ? 1 : -1));
  return wholeList(
    outlet,
    newestFirst.map(({ record }) => record),
    actionLogFields,
    'actionLogs',
  );
}

/** Entries of the same time are in the order in which they were written. */
function rowsOf({ state }: Outlet, isWanted: (stored: StoredLogEntry) => boolean): Row[] {
  return state.log.filter(isWanted).map(({ entry }, index) => ({
    group: 'all',
    rank: `${entry.created} ${String(index).padStart(9, '0')}`,
    record: entry,
  }));
}

function matches({ entry, channelId }: StoredLogEntry, query: URLSearchParams): boolean {
  const { action, actor, metadata } = entry;
  const fields = { action, actorId: actor.id, actorType: actor.type, channelId };
  const search = query.get('search')?.toLowerCase() ?? '';
  return (
    Object.entries(fields).every(([name, value]) => !query.has(name) || query.get(name) === value) &&
    (search === '' || JSON.stringify([action, actor, metadata]).toLowerCase().includes(search))
  );
}
