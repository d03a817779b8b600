import type { Body, RouteName } from '../../../src/emulator/contract/index.js';

/** An example of a route. Without an `id`, the path has the ID that the last POST returned. */
export interface ExampleCall<RequestBody = unknown> {
  /** The name of the operation in generated clients. */
  readonly operationId: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
}

const webhookUrl = 'http://127.0.0.1:3000/webhooks';

/** An example of each route, in the order in which the emulator gets them. */
export const exampleCalls: Readonly<{ [Name in RouteName]: ExampleCall<Body<Name>> }> = {
  'GET /endpoints': { operationId: 'listEndpoints' },
  'GET /outlets': { operationId: 'listOutlets' },
  'POST /outlets': {
    operationId: 'addOutlet',
    body: { outletId: 'test-1', webhookUrls: { 'digital-ordering': webhookUrl } },
  },
  'DELETE /outlets/{id}': { operationId: 'removeOutlet' },
  'GET /details': { operationId: 'getDetails' },
  'PATCH /details': { operationId: 'changeDetails', body: { name: 'Corner Bistro' } },

  'GET /keys': { operationId: 'listKeys' },
  'PATCH /keys/{id}': { operationId: 'changeKey', id: 'order-data', body: { webhookUrl } },
  'POST /keys': {
    operationId: 'createKey',
    body: { useCase: 'order-data', label: 'Nightly report' },
  },
  'POST /keys/{id}/revoke': { operationId: 'revokeKey' },
  'POST /keys/{id}/restore': { operationId: 'restoreKey' },
  'DELETE /keys/{id}': { operationId: 'deleteKey' },

  'GET /menu/items': { operationId: 'listMenuItems' },
  'POST /menu/items': {
    operationId: 'addMenuItem',
    body: {
      id: 'item-waffle',
      name: 'Waffle',
      price: 6.5,
      options: [{ id: 'option-cream', name: 'Cream', price: 1 }],
    },
  },
  'PATCH /menu/items/{id}': { operationId: 'changeMenuItem', id: 'item-waffle', body: { price: 7 } },
  'POST /menu/publish': { operationId: 'publishMenu' },
  'DELETE /menu/items/{id}': { operationId: 'removeMenuItem', id: 'item-waffle' },
  'GET /channels': { operationId: 'listChannels' },
  'POST /channels': {
    operationId: 'addChannel',
    body: { id: 'channel-kiosk', type: 'partner', name: 'kiosk' },
  },
  'PATCH /channels/{id}': { operationId: 'renameChannel', id: 'channel-kiosk', body: { name: 'kiosk 2' } },
  'POST /channels/publish': { operationId: 'publishChannels' },
  'DELETE /channels/{id}': { operationId: 'removeChannel', id: 'channel-kiosk' },

  'POST /orders': {
    operationId: 'createOrder',
    body: {
      id: 'order-1',
      createdBy: 'reservations',
      channelId: 'table-4',
      guestCount: 2,
      items: [
        { menuItemId: 'item-burger', quantity: 2, options: [{ optionId: 'option-cheese', quantity: 1 }] },
      ],
    },
  },
  'POST /orders/{id}/table': { operationId: 'moveOrderToTable', body: { channelId: 'table-6' } },
  'POST /orders/{id}/guests': { operationId: 'setGuestsOfOrder', body: { guestCount: 3 } },
  'POST /orders/{id}/items': { operationId: 'addItemToOrder', body: { menuItemId: 'item-lemonade' } },
  'POST /orders/{id}/inKitchen': { operationId: 'sendOrderToKitchen' },
  'POST /orders/{id}/ready': { operationId: 'markOrderAsReady' },
  'POST /orders/{id}/complete': { operationId: 'completeOrder' },
  'POST /orders/republish': { operationId: 'republishOrders', body: { ids: ['order-1'] } },
  'POST /orders/{id}/reopen': { operationId: 'reopenOrder' },
  'GET /orders/{id}': { operationId: 'getOrder' },
  'POST /orders/{id}/cancel': { operationId: 'cancelOrder' },
  'GET /orders': { operationId: 'listOrders', query: { limit: '2' } },
  'GET /board': { operationId: 'getBoard', query: { limit: '1' } },
  'GET /overview': { operationId: 'getOverview' },

  'POST /keys/{id}/test-event': {
    operationId: 'sendTestEvent',
    id: 'order-data',
    body: { event: 'order.complete', orderId: 'order-1' },
  },
  'GET /wait-for/delivery': {
    operationId: 'waitForDelivery',
    query: { event: 'order.complete', orderId: 'order-1', timeout: '10000' },
  },
  'GET /wait-for/idle': { operationId: 'waitUntilIdle', query: { timeout: '10000' } },
  'GET /deliveries': { operationId: 'listDeliveries', query: { event: 'order.complete', limit: '10' } },
  'GET /deliveries/{id}': { operationId: 'getDelivery', id: '1' },
  'POST /deliveries/redeliver-failed': { operationId: 'redeliverFailed' },
  'POST /deliveries/{id}/redeliver': { operationId: 'redeliver', id: '1' },

  'GET /wait-for/request': {
    operationId: 'waitForRequest',
    query: { method: 'GET', path: '/channels', status: '2xx', timeout: '10000' },
  },
  'GET /requests': { operationId: 'listRequests', query: { method: 'GET', status: '2xx', limit: '10' } },
  'GET /requests/har': { operationId: 'exportRequests', query: { status: '4xx', limit: '10' } },
  'GET /requests/{id}': { operationId: 'getRequest', id: '1' },
  'POST /requests/{id}/send': { operationId: 'sendAgain', id: '1', body: { isNewKey: true } },
  'GET /rate-limit': { operationId: 'getRateLimit' },
  'DELETE /requests': { operationId: 'clearRequests' },

  'POST /faults': {
    operationId: 'addFault',
    body: { method: 'POST', path: '/orders', fault: 'lost-response', times: 2 },
  },
  'GET /faults': { operationId: 'listFaults' },
  'DELETE /faults/{id}': { operationId: 'removeFault' },
  'DELETE /faults': { operationId: 'removeFaults' },

  'POST /goods-receipts': {
    operationId: 'addGoodsReceipt',
    body: {
      supplierName: 'Farm Foods',
      shippingFee: 4.5,
      items: [{ quantity: 12, totalPrice: 30, taxRate: 0.19, inventoryUom: 'kg' }],
    },
  },
  'POST /goods-receipts/calculate': {
    operationId: 'calculateGoodsReceipt',
    body: { items: [{ quantity: 10, totalPrice: 25, taxRate: 0.19 }] },
  },
  'PUT /goods-receipts/{id}': {
    operationId: 'correctGoodsReceipt',
    body: {
      supplierName: 'Farm Foods',
      items: [{ quantity: 10, totalPrice: 25, taxRate: 0.19, inventoryUom: 'kg' }],
    },
  },
  'POST /goods-receipts/{id}/complete': { operationId: 'completeGoodsReceipt' },
  'POST /goods-receipts/{id}/cancel': { operationId: 'cancelGoodsReceipt' },
  'GET /goods-receipts': { operationId: 'listGoodsReceipts', query: { search: 'farm', limit: '1' } },

  'POST /clock/advance': { operationId: 'advanceClock', body: { milliseconds: 60_000 } },
  'POST /clock/hold': { operationId: 'holdClock' },
  'POST /clock/resume': { operationId: 'resumeClock' },
  'GET /assumptions': { operationId: 'getAssumptions' },
  'PATCH /assumptions': {
    operationId: 'changeAssumptions',
    body: { orderSorting: 'newest-first', emptyLists: null },
  },
  'PUT /autopilot': { operationId: 'startAutopilot', body: { interval: 2_000 } },
  'DELETE /autopilot': { operationId: 'stopAutopilot' },
  'POST /reset': { operationId: 'reset', body: { seed: 7 } },
};
