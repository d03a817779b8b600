/** The endpoints. API specification: Endpoints. */
export const fakeEndpoints = [
  'GET /channels',
  'GET /menus',
  'POST /orders',
  'GET /orders',
  'GET /orders/{id}',
  'PUT /orders/{id}',
  'POST /orders/reservations',
  'PUT /orders/reservations/{id}',
  'POST /orders/import',
  'GET /orders/{id}/action-log',
  'GET /orders/action-logs',
  'POST /base-menus',
  'GET /inventory/goods-receipts',
] as const;

/** An endpoint of the API: its method, and its path below `/api/v1`. */
export type FakeEndpoint = (typeof fakeEndpoints)[number];

interface Route {
  readonly endpoint: FakeEndpoint;
  readonly method: string;
  /** Below `/api/v1`, such as `/orders/{id}`. */
  readonly path: string;
  readonly pattern: RegExp;
}

const routes = fakeEndpoints
  .map((endpoint): Route => {
    const [method = '', path = ''] = endpoint.split(' ');
    return { endpoint, method, path, pattern: new RegExp(`^${path.replace('{id}', '(?<id>[^/]+)')}$`) };
  })
  // `/orders/action-logs` is not the path of an order, so paths without an ID come first.
  .toSorted((one, other) => Number(one.path.includes('{id}')) - Number(other.path.includes('{id}')));

/** The endpoint that a request calls, and the `{id}` in its path, as it was sent. */
export interface Match {
  readonly endpoint: FakeEndpoint;
  readonly id: string;
}

export function matchRequest(method: string, path: string): Match | undefined {
  const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(path));
  return route && { endpoint: route.endpoint, id: route.pattern.exec(path)?.groups?.id ?? '' };
}

/** Returns whether an endpoint has this path, with any method. */
export function isKnownPath(path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path));
}

/** Returns the endpoints of a path such as `/orders/{orderId}` or `/orders/:orderId`, with any method. */
export function endpointsAt(template: string): FakeEndpoint[] {
  const path = template.replace(/:\w+|\{\w+\}/g, '{id}');
  return routes.filter((route) => route.path === path).map(({ endpoint }) => endpoint);
}
