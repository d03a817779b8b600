import type {
  Body,
  ControlError,
  EmulatorRoutes,
  Query,
  Result,
  RouteName,
} from '../src/emulator/contract/index.js';
import { shownOutlet } from './location.js';

/** A route that only reads. */
export type ReadRoute = Extract<RouteName, `GET ${string}`>;

type WithId<R extends RouteName> = R extends `${string}{id}${string}` ? { id: string } : { id?: never };
type WithQuery<R extends RouteName> =
  Query<R> extends object ? { query?: Partial<Query<R>> } : { query?: never };
type WithBody<R extends RouteName> = Body<R> extends object ? { body: Body<R> } : { body?: never };

/** What a route takes: the `id` of its path, `query` and `body`. */
export type Input<R extends RouteName> = WithId<R> & WithQuery<R> & WithBody<R>;

type Inputs<R extends RouteName> = object extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/** The input of any route. */
interface AnyInput {
  readonly id?: string;
  readonly query?: object;
  readonly body?: unknown;
}

/** The routes that belong to no outlet. */
const emulatorRoutes: Readonly<Record<keyof EmulatorRoutes, true>> = {
  'GET /outlets': true,
  'POST /outlets': true,
  'DELETE /outlets/{id}': true,
  'GET /endpoints': true,
  'POST /clock/advance': true,
  'POST /clock/hold': true,
  'POST /clock/resume': true,
  'GET /assumptions': true,
  'PATCH /assumptions': true,
  'POST /reset': true,
};

/** Returns the URL of a path of the control API, below the URL of the page. */
export function controlUrl(path: string): URL {
  return new URL(`../control/v1${path}`, document.baseURI);
}

/** The emulator does not respond. */
export class ConnectionError extends Error {}

/** Calls the control API. Throws an Error with a message for the reader. */
export function call<R extends RouteName>(route: R, ...[input]: Inputs<R>): Promise<Result<R>> {
  return callWith(route, input ?? {});
}

/** Calls a route that only reads. Unlike in `call`, the types of `input` can depend on a type parameter. */
export function read<R extends ReadRoute>(route: R, input: Input<R>): Promise<Result<R>> {
  return callWith(route, input);
}

/** Returns the URL of a route. */
export function urlOf(route: RouteName, { id = '', query = {} }: AnyInput): URL {
  const path = route.replace(/^\w+ /, '').replace('{id}', encodeURIComponent(id));
  const outlet = route in emulatorRoutes ? '' : `/outlets/${encodeURIComponent(shownOutlet)}`;
  const url = controlUrl(outlet + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }
  return url;
}

async function callWith<R extends RouteName>(route: R, input: AnyInput): Promise<Result<R>> {
  // The emulator accepts writes only as JSON, because a form of another site cannot send it.
  const [method = ''] = route.split(' ');
  const body = JSON.stringify(input.body ?? {});
  const response = await fetch(urlOf(route, input), {
    method,
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body }),
  }).catch(() => {
    throw new ConnectionError('The emulator does not respond. Check that it is running.');
  });
  const text = await response.text();
  if (!response.ok) throw new Error(messageIn(text) ?? `The emulator responded with ${response.status}.`);
  return JSON.parse(text === '' ? 'null' : text);
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
