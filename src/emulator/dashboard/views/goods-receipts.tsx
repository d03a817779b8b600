import { useState } from 'preact/hooks';
import type { FakeGoodsReceipt } from '../../../fake/outlet/state.js';
import { Assumption } from '../components/assumption.js';
import { StatusBadge } from '../components/badges.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Field } from '../components/field.js';
import { TextInput } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Page } from '../components/page.js';
import { Table } from '../components/table.js';
import { Money, Time } from '../components/values.js';
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
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(step);
  const [shown, setShown] = useState<Shown>();
  const receipts = useData('GET /goods-receipts', { query: { search, limit } }, ['goodsReceipts']);
  const close = () => setShown(undefined);
  return (
    <Page
      title="Goods receipts"
      lead={
        <>
          Deliveries of suppliers, newest first. They send no webhooks. Staff enter drafts and complete them.{' '}
          <Assumption name="other-status-transitions-of-goods-receipts" />
        </>
      }
      actions={
        <Button kind="primary" onClick={() => setShown({ form: 'new' })}>
          New draft
        </Button>
      }
    >
      <div class="toolbar">
        <Field label="Search goods receipts">
          <TextInput
            type="search"
            placeholder="Number, supplier, status or ID"
            value={search}
            onInput={setSearch}
          />
        </Field>
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
                    header: 'Tax',
                    cell: ({ tax }) => <Money amount={tax} currency={currency} />,
                    align: 'end',
                  },
                  {
                    header: 'Total',
                    cell: ({ total }) => <Money amount={total} currency={currency} />,
                    align: 'end',
                  },
                  {
                    header: 'Actions',
                    headerHidden: true,
                    align: 'end',
                    cell: (receipt) => (
                      <ReceiptActions
                        receipt={receipt}
                        onCorrect={() => setShown({ form: 'correct', receipt })}
                      />
                    ),
                  },
                ]}
              />
            </div>
            <div class="row">
              <span class="muted">
                {rows.length} of {count} goods receipts
              </span>
              {count > rows.length && <Button onClick={() => setLimit(limit + step)}>Show more</Button>}
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
