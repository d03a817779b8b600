import type { ControlError, ControlRoutes } from '../contract.js';

/** A route of the control API, such as `GET /orders/:id`. */
export type Route = keyof ControlRoutes;

/** A route that only reads. */
export type ReadRoute = Extract<Route, `GET ${string}`>;

/** What a route returns. */
export type Result<R extends Route> = ControlRoutes[R]['result'];

type WithId<R extends Route> = R extends `${string}:id${string}` ? { id: string } : { id?: never };
type WithQuery<R extends Route> = ControlRoutes[R] extends { query: infer Query extends object }
  ? { query?: Query }
  : { query?: never };
type WithBody<R extends Route> = ControlRoutes[R] extends { body: infer Body }
  ? { body: Body }
  : { body?: never };

/** What a route takes: the `id` of its path, `query` and `body`. */
export type Input<R extends Route> = WithId<R> & WithQuery<R> & WithBody<R>;

type Inputs<R extends Route> = object extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/** The input of any route. */
interface AnyInput {
  readonly id?: string;
  readonly query?: object;
  readonly body?: unknown;
}

/** The emulator does not respond. */
export class ConnectionError extends Error {}

/** Calls the control API. Throws an Error with a message for the reader. */
export function call<R extends Route>(route: R, ...[input]: Inputs<R>): Promise<Result<R>> {
  return callWith(route, input ?? {});
}

/** Calls a route that only reads. Unlike in `call`, the types of `input` can depend on a type parameter. */
export function read<R extends ReadRoute>(route: R, input: Input<R>): Promise<Result<R>> {
  return callWith(route, input);
}

async function callWith<R extends Route>(route: R, { id, query, body }: AnyInput): Promise<Result<R>> {
  const [method = '', path = ''] = route.split(' ');
  const url = new URL(`api${path.replace(':id', encodeURIComponent(id ?? ''))}`, document.baseURI);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }

  // The emulator accepts writes only as JSON, because a form of another site cannot send it.
  const isWrite = method !== 'GET';
  const response = await fetch(url, {
    method,
    ...(isWrite && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw new ConnectionError('The emulator does not respond. Check that it is running.');
  });
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  throw new Error(messageIn(text) ?? `The emulator responded with ${response.status}.`);
}

function messageIn(text: string): string | undefined {
  try {
    const { message }: ControlError = JSON.parse(text);
    return message;
  } catch {
    return undefined;
  }
}

/** The text to show for something that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
