import { goodsReceiptStatuses } from '../../entities/goods-receipt.js';
import { listGoodsReceipts } from '../../operations/goods-receipts.js';
import type { Outlet } from '../outlet/outlet.js';
import { invalid, Refusal } from '../service/refusal.js';
import type { Handlers } from '../service/router.js';
import { pageOf } from './pages.js';
import { rangeOf } from './ranges.js';

const statuses: readonly string[] = goodsReceiptStatuses;

/** Specification: "GET /inventory/goods-receipts". */
export function goodsReceiptRules(outlet: Outlet): Handlers {
  return {
    [listGoodsReceipts.id]: ({ query }) => {
      refuseOtherOutlets(outlet, query);
      const isInRange = rangeOf(query, outlet.assume);
      const wanted = wantedStatuses(query.get('status'));
      const supplierId = query.get('supplierId');
      const rows = [...outlet.state.receipts.values()]
        .filter(({ created, status }) => wanted.includes(status) && isInRange(created))
        .filter(({ supplier }) => supplierId === null || supplier?.supplierId === supplierId)
        .map((receipt) => ({ group: 'all', rank: `${receipt.created} ${receipt.id}`, record: receipt }));
      return pageOf(outlet, query, 'oldest-first', rows);
    },
  };
}

/** Specification: "Authentication", 8. */
function refuseOtherOutlets(outlet: Outlet, query: URLSearchParams): void {
  for (const scope of ['merchantId', 'outletId'] as const) {
    const asked = query.get(scope);
    if (asked !== null && asked !== outlet[scope])
      throw new Refusal(403, 'The key belongs to another outlet');
  }
}

function wantedStatuses(list: string | null): readonly string[] {
  const wanted = list?.split(',') ?? ['completed'];
  if (!wanted.every((status) => statuses.includes(status))) {
    throw invalid('status', `must be a comma-separated list of ${statuses.join(', ')}`);
  }
  return wanted;
}
