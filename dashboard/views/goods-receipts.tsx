import { useState } from 'preact/hooks';
import type { FakeGoodsReceipt } from '../../src/fake/index.js';
import { StatusBadge } from '../components/badges.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { SearchFilter } from '../components/filters.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { rowLimit, ShowMore } from '../components/show-more.js';
import { actionsColumn, Table } from '../components/table.js';
import { Money, Time } from '../components/values.js';
import { currentFilters } from '../location.js';
import { useData } from '../use-data.js';
import { ReceiptActions } from './goods-receipts/receipt-actions.js';
import { ReceiptDetails } from './goods-receipts/receipt-details.js';
import { ReceiptForm } from './goods-receipts/receipt-form.js';

const step = 50;

type Shown =
  | { readonly form: 'new' }
  | { readonly form: 'correct' | 'details'; readonly receipt: FakeGoodsReceipt };

/** The goods receipts, which staff enter and complete. */
export function GoodsReceipts() {
  const [shown, setShown] = useState<Shown>();
  const receipts = useData('GET /goods-receipts', { query: { ...currentFilters(), limit: rowLimit(step) } }, [
    'goodsReceipts',
  ]);
  const close = () => setShown(undefined);
  return (
    <Page
      title="Goods receipts"
      lead="Deliveries of suppliers, newest first. They send no webhooks. Staff enter drafts and complete them."
      actions={
        <Button kind="primary" onClick={() => setShown({ form: 'new' })}>
          New draft
        </Button>
      }
    >
      <div class="toolbar">
        <SearchFilter label="Search goods receipts" placeholder="Number, supplier, status or ID" />
      </div>
      <Loaded from={receipts}>
        {({ count, currency, receipts: rows }) => (
          <>
            <div class="card">
              <Table
                caption="Goods receipts"
                rows={rows}
                keyOf={({ id }) => id}
                empty="No goods receipt matches."
                columns={[
                  {
                    header: 'Number',
                    cell: (receipt) => (
                      <Button
                        kind="link"
                        label={`Details of ${receipt.goodsReceiptNumber}`}
                        onClick={() => setShown({ form: 'details', receipt })}
                      >
                        {receipt.goodsReceiptNumber}
                      </Button>
                    ),
                  },
                  { header: 'Supplier', cell: ({ supplier }) => supplier?.name, wrap: true },
                  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
                  { header: 'Created', cell: ({ created }) => <Time at={created} /> },
                  { header: 'Lines', cell: ({ items }) => items.length, align: 'end' },
                  {
                    header: 'Total',
                    cell: ({ total }) => <Money amount={total} currency={currency} />,
                    align: 'end',
                  },
                  actionsColumn((receipt: FakeGoodsReceipt) => (
                    <ReceiptActions
                      receipt={receipt}
                      onCorrect={() => setShown({ form: 'correct', receipt })}
                    />
                  )),
                ]}
              />
            </div>
            <div class="row">
              <span class="muted">
                {rows.length} of {count} goods receipts
              </span>
              <ShowMore step={step} shown={rows.length} count={count} />
            </div>
            <Dialog title={titleOf(shown)} open={shown !== undefined} onClose={close}>
              {shown?.form === 'new' && <ReceiptForm currency={currency} onClose={close} />}
              {shown?.form === 'correct' && (
                <ReceiptForm receipt={shown.receipt} currency={currency} onClose={close} />
              )}
              {shown?.form === 'details' && (
                <ReceiptDetails
                  receipt={rows.find(({ id }) => id === shown.receipt.id) ?? shown.receipt}
                  currency={currency}
                />
              )}
            </Dialog>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function titleOf(shown: Shown | undefined): string {
  if (shown === undefined || shown.form === 'new') return 'New draft';
  const { goodsReceiptNumber } = shown.receipt;
  return shown.form === 'correct' ? `Correct ${goodsReceiptNumber}` : `Goods receipt ${goodsReceiptNumber}`;
}
