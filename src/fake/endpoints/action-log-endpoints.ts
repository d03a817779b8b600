import { getOrderActionLog, listActionLogs } from '../../operations/action-logs.js';
import type { Outlet } from '../outlet/outlet.js';
import type { StoredLogEntry } from '../outlet/state.js';
import type { Handlers } from '../service/router.js';
import { visibleOrder } from './order-endpoints.js';
import { pageOf, wholeList } from './pages.js';
import { rangeOf } from './ranges.js';

export function actionLogRules(outlet: Outlet): Handlers {
  return {
    [listActionLogs.id]: ({ query }) => list(outlet, query),
    [getOrderActionLog.id]: ({ param }) => forOrder(outlet, param('orderId')),
  };
}

/** Specification: "GET /orders/action-logs". */
function list(outlet: Outlet, query: URLSearchParams): unknown {
  const isInRange = rangeOf(query, outlet.assume);
  const rows = rowsOf(outlet).filter(
    ({ stored }) => isInRange(stored.entry.created) && matches(stored, query),
  );
  return pageOf(outlet, query, 'newest-first', rows);
}

/** Specification: "GET /orders/{id}/action-log". */
function forOrder(outlet: Outlet, orderId: string): unknown {
  const { order } = visibleOrder(outlet, orderId);
  const rows = rowsOf(outlet).filter(({ stored }) => stored.orderId === order.id);
  const newestFirst = rows.toSorted((one, other) => (one.rank < other.rank ? 1 : -1));
  return wholeList(
    outlet,
    newestFirst.map(({ record }) => record),
  );
}

/** Entries of the same moment stand in the order in which they were written. */
function rowsOf(outlet: Outlet) {
  return outlet.state.log.map((stored, index) => ({
    stored,
    group: 'all',
    rank: `${stored.entry.created} ${String(index).padStart(9, '0')}`,
    record: stored.entry,
  }));
}

function matches({ entry, channelId }: StoredLogEntry, query: URLSearchParams): boolean {
  const { action, actor, metadata } = entry;
  const fields = { action, actorId: actor.id, actorType: actor.type, channelId };
  const search = query.get('search')?.toLowerCase() ?? '';
  return (
    Object.entries(fields).every(([name, value]) => !query.has(name) || query.get(name) === value) &&
    JSON.stringify([action, actor, metadata]).toLowerCase().includes(search)
  );
}
