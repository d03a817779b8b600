import { Page } from '../components/page.js';

export function GoodsReceipts() {
  return <Page title="Goods receipts" />;
}
