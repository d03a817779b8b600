import { endpointsAt, type FakeEndpoint, fakeEndpoints, matchRequest } from './router.js';

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
  const methods = fakeEndpoints.map(methodOf).filter(isWanted);
  if (path === undefined) return methods.length > 0 ? isWanted : undefined;
  const endpoints = endpointsAt(path).filter((endpoint) => isWanted(methodOf(endpoint)));
  if (endpoints.length > 0) {
    return (method, path) => endpoints.some((endpoint) => endpoint === matchRequest(method, path)?.endpoint);
  }
  if (/[{}?#]/.test(path) || !methods.some((method) => matchRequest(method, path))) return undefined;
  return (method, requested) => isWanted(method) && requested === path;
}

function methodOf(endpoint: FakeEndpoint): string {
  return endpoint.split(' ')[0] ?? '';
}
