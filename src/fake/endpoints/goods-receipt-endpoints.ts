import type { Outlet } from '../outlet/outlet.js';
import type { Call } from '../service/handler.js';
import { HttpError, invalid } from '../service/http-error.js';
import { goodsReceiptFields } from './documented-fields.js';
import { pageOf, type Row } from './pages.js';
import { rangeOf } from './ranges.js';

export const goodsReceiptEndpoints = { 'GET /inventory/goods-receipts': list };

const statuses = ['draft', 'completed', 'cancelled', 'partiallyReceived'];

/** API specification: Endpoints › `GET /inventory/goods-receipts`. */
function list({ outlet, query }: Call): unknown {
  rejectOtherOutlets(outlet, query);
  const isInRange = rangeOf(query, 'goodsReceipts', outlet.assumptions);
  const wanted = wantedStatuses(query.get('status'));
  const supplierId = query.get('supplierId');
  const rows = [...outlet.state.receipts.values()]
    .map(({ receipt }) => receipt)
    .filter(({ created, status }) => wanted.includes(status) && isInRange(created))
    .filter(({ supplier }) => supplierId === null || supplier?.supplierId === supplierId)
    .map((record): Row => ({ group: 'all', rank: `${record.created} ${record.id}`, record }));
  return pageOf(outlet, query, {
    name: 'goodsReceipts',
    rows,
    sorting: 'oldest-first',
    fields: goodsReceiptFields,
  });
}

/** API specification: Authentication, rule 8. */
function rejectOtherOutlets(outlet: Outlet, query: URLSearchParams): void {
  for (const scope of ['merchantId', 'outletId'] as const) {
    const asked = query.get(scope);
    if (asked !== null && asked !== outlet[scope]) {
      throw new HttpError(403, 'The key belongs to another outlet');
    }
  }
}

function wantedStatuses(list: string | null): readonly string[] {
  const wanted = list?.split(',') ?? ['completed'];
  if (!wanted.every((status) => statuses.includes(status))) {
    throw invalid('status', `must be a comma-separated list of ${statuses.join(', ')}`);
  }
  return wanted;
}
