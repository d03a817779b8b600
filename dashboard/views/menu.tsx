import { useState } from 'preact/hooks';
import type { FakeMenuItem } from '../../src/fake/index.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { EntryName, PublishablePage } from '../components/publishing.js';
import { actionsColumn, Table } from '../components/table.js';
import { formatMoney, Money } from '../components/values.js';
import { call } from '../control-client.js';
import { useData } from '../use-data.js';
import { EditMenuItem } from './edit-menu-item.js';

/** The menu of the outlet, with the prices of partners. */
export function Menu() {
  const menu = useData('GET /menu/items', {}, ['menus']);
  const [edited, setEdited] = useState<FakeMenuItem>();
  return (
    <PublishablePage
      title="Menu"
      lead="The items that orders refer to. Names and prices are not part of the API specification."
      from={menu}
      publish={() => call('POST /menu/publish')}
      event="menus.published"
      receivers="Inventory Management"
    >
      {(data) => (
        <>
          <div class="card">
            <Table
              caption="Items of the menu"
              rows={data.entries}
              keyOf={({ id }) => id}
              empty="The menu has no items."
              columns={[
                {
                  header: 'Item',
                  cell: (item) => <EntryName entry={item} changed={data.changed} />,
                  wrap: true,
                },
                {
                  header: 'Price',
                  cell: ({ price }) => <Money amount={price} currency={data.currency} />,
                  align: 'end',
                },
                { header: 'Partner prices', cell: (item) => partnerPricesOf(item, data.currency) },
                { header: 'Options', cell: (item) => optionsOf(item, data.currency), wrap: true },
                actionsColumn((item: FakeMenuItem) => (
                  <Button small label={`Edit ${item.name}`} onClick={() => setEdited(item)}>
                    Edit
                  </Button>
                )),
              ]}
            />
          </div>
          <Dialog
            title={`Edit ${edited?.name ?? ''}`}
            open={edited !== undefined}
            onClose={() => setEdited(undefined)}
          >
            {edited && (
              <EditMenuItem item={edited} currency={data.currency} onClose={() => setEdited(undefined)} />
            )}
          </Dialog>
        </>
      )}
    </PublishablePage>
  );
}

function partnerPricesOf({ partnerPrices = {} }: FakeMenuItem, currency: string): string {
  const prices = Object.entries(partnerPrices);
  return prices.map(([partner, price]) => `${partner}: ${formatMoney(price, currency)}`).join(', ');
}

function optionsOf({ options }: FakeMenuItem, currency: string): string {
  return options.map(({ name, price }) => `${name} (${formatMoney(price, currency)})`).join(', ');
}
