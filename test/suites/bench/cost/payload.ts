import type { Order } from 'outlet-open-api';

/** The responses of the server: an order of 1 KB, or a page of 60 KB with 50 orders. */
export type Payload = 'order' | 'page';

export function bodyOf(payload: Payload): string {
  return JSON.stringify(payload === 'order' ? orderOf(0) : { data: orders, next: null });
}

const orders = Array.from({ length: 50 }, (_, index) => orderOf(index));

function orderOf(index: number): Order {
  return {
    id: idOf('0d', index),
    status: 'complete',
    channelId: idOf('c4', index % 7),
    partnerInfo: { partnerChannel: 'foodie', orderId: `F-${100_000 + index}` },
    items: Array.from({ length: 4 + (index % 2) }, (_, line) => ({
      menuItemId: idOf('1e', index * 5 + line),
      quantity: 1 + (line % 3),
      customerName: ['Ada Lovelace', 'Grace Hopper', 'Zoë Ångström'][line % 3],
      options: [{ optionId: idOf('09', line), quantity: 1 }],
    })),
    payments: [
      {
        offlineMethod: 'card',
        amount: 24.5 + index,
        currency: 'EUR',
        externalId: idOf('9a', index),
        created: '2026-03-04T18:30:00.000Z',
      },
    ],
    appliedDiscounts: [{ name: 'Open Discount' }],
  };
}

function idOf(kind: string, index: number): string {
  return `${kind}7b1b9e-6a5c-4c0e-9d3c-${String(index).padStart(12, '0')}`;
}
