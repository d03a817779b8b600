/** An endpoint of the API: its method, and its path below `/api/v1`. */
export type FakeEndpoint =
  | 'GET /channels'
  | 'GET /menus'
  | 'POST /orders'
  | 'GET /orders'
  | 'GET /orders/{id}'
  | 'PUT /orders/{id}'
  | 'POST /orders/reservations'
  | 'PUT /orders/reservations/{id}'
  | 'POST /orders/import'
  | 'GET /orders/{id}/action-log'
  | 'GET /orders/action-logs'
  | 'POST /base-menus'
  | 'GET /inventory/goods-receipts';

/** The endpoints. API specification: Endpoints. */
export const fakeEndpoints: readonly FakeEndpoint[] = [
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
];

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

/** Which requests match. */
export interface RequestPattern {
  /** Default: any method. */
  readonly method?: string | undefined;
  /** Below `/api/v1`: a template such as `/orders/{orderId}`, or a path such as `/orders/o-1`. Default: any path. */
  readonly path?: string | undefined;
}

export type RequestMatcher = (method: string, path: string) => boolean;

/** Returns a function that matches requests by method and path below `/api/v1`; `undefined` if no endpoint matches. */
export function requestMatcher({ method: anyCase, path }: RequestPattern): RequestMatcher | undefined {
  const wanted = anyCase?.toUpperCase();
  const isWanted = (method: string) => wanted === undefined || method === wanted;
  const candidates = routes.filter((route) => isWanted(route.method));
  if (candidates.length === 0) return undefined;
  if (path === undefined) return isWanted;
  const template = path.replace(/:\w+|\{\w+\}/g, '{id}');
  const endpoints = candidates.filter((route) => route.path === template).map(({ endpoint }) => endpoint);
  if (endpoints.length > 0) {
    return (method, path) => endpoints.some((endpoint) => endpoint === matchRequest(method, path)?.endpoint);
  }
  if (/[{}?#]/.test(path) || !candidates.some(({ pattern }) => pattern.test(path))) return undefined;
  return (method, requested) => isWanted(method) && requested === path;
}
