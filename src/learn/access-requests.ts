import type { FakeEndpoint } from '../fake/index.js';

/** The parameters of a query. */
export type Query = Readonly<Record<string, string>>;

interface AccessRequest {
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
}

/** The ID of no order. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** Requests that read, or that the API must reject if the key has access: with the ID of no order, or an invalid body. */
export function accessRequests(range: Query): Readonly<Record<FakeEndpoint, AccessRequest>> {
  const cancellation = { status: 'cancelled' };
  return {
    'GET /channels': { path: '/channels' },
    'GET /menus': { path: '/menus', query: { channelType: 'dine-in' } },
    'GET /orders': { path: '/orders', query: range },
    'GET /orders/{id}': { path: `/orders/${unknownId}` },
    'GET /orders/{id}/action-log': { path: `/orders/${unknownId}/action-log` },
    'GET /orders/action-logs': { path: '/orders/action-logs', query: range },
    'GET /inventory/goods-receipts': {
      path: '/inventory/goods-receipts',
      // Otherwise, only completed goods receipts are listed.
      query: { ...range, status: 'draft,completed,cancelled,partiallyReceived' },
    },
    'POST /orders': { path: '/orders', body: {} },
    'PUT /orders/{id}': { path: `/orders/${unknownId}`, body: cancellation },
    'POST /orders/reservations': { path: '/orders/reservations', body: {} },
    'PUT /orders/reservations/{id}': { path: `/orders/reservations/${unknownId}`, body: cancellation },
    'POST /orders/import': { path: '/orders/import', body: {} },
    // A photo on a private host fails the request. API specification: POST /base-menus, rule 4.
    'POST /base-menus': {
      path: '/base-menus',
      body: { menuItems: [{ photos: [{ itemImage: 'https://localhost/photo.jpg' }] }] },
    },
  };
}

/** Returns whether one of the endpoints has another method than GET. */
export function needsWrite(endpoints: readonly FakeEndpoint[]): boolean {
  return endpoints.some((endpoint) => !endpoint.startsWith('GET '));
}
