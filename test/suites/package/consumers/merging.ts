import type { Order, OrderCreateParams, OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, type OrderCompleteEvent } from 'outlet-open-api/webhooks';
import { has } from './proof.js';

/** Undocumented fields that the service returns to this user. */
declare module 'outlet-open-api' {
  interface Order {
    tableName?: string;
  }
  interface OrderCreateParams {
    kitchenNote?: string;
  }
}

type TableName = string | undefined;

export const order: OrderCreateParams = {
  channelId: 'table-4',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'f-1' },
  items: [{ menuItemId: 'soup', quantity: 1 }],
  kitchenNote: 'no salt',
};

// @ts-expect-error the field is not declared
export const typo: OrderCreateParams = { ...order, kitchenNotes: 'no salt' };

export async function readTable(outlet: OutletClient, event: OrderCompleteEvent): Promise<void> {
  has<TableName>()((await outlet.orders.get('o-1')).tableName);
  has<TableName>()((await outlet.orders.create(order)).tableName);
  for await (const { tableName } of outlet.orders.list({ from: '2026-01-01', to: '2026-02-01' })) {
    has<TableName>()(tableName);
  }
  const read = await outlet.orders.get(event.id);
  // The documented fields are still there and as strict as before.
  has<string>()((await outlet.orders.get('o-1')).id);
  // @ts-expect-error the field is not declared
  read.tabelName;
}

export function feed(outlet: OutletClient): void {
  createOrderFeed({ outlet, onOrder: ({ tableName }) => has<TableName>()(tableName) });
}

export const handler = createWebhookHandler({
  verify: 'none',
  resolve: (): { outlet: OutletClient } => {
    throw new Error('No such outlet');
  },
  on: {
    'order.complete': async (event, { outlet }) => {
      has<TableName>()((await outlet.orders.get(event.id)).tableName);
    },
  },
});

export const known: Order[] = createFakeOutlet().orders.all();
