import { operations } from '../../operations/index.js';
import type { Operation } from '../../operations/operation.js';
import type { Assumptions } from '../assumptions.js';
import type { ApiKey } from '../outlet/keys.js';
import { Refusal } from './refusal.js';

/** A request that was let in. */
export interface Call {
  readonly key: ApiKey;
  readonly query: URLSearchParams;
  /** The value of a path parameter. */
  param(name: string): string;
  /** The JSON object that was sent; empty where an operation takes none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers one operation with a body, or throws a `Refusal`. */
type Handler = (call: Call) => unknown;

/** Handlers by the id of their operation. */
export type Handlers = Readonly<Record<string, Handler>>;

/** An operation that a request calls. */
export interface Match {
  readonly operation: Operation;
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: Operation;
  readonly handler: Handler;
  readonly pattern: RegExp;
}

export type Router = (method: string, path: string) => Match;

/** Makes a route of every operation, and throws where one has no handler. */
export function createRouter(handlers: Handlers, assume: Assumptions): Router {
  const routes = operations.map((operation): Route => {
    const handler = handlers[operation.id];
    if (!handler) throw new Error(`The fake has no rules for the operation ${operation.id}.`);
    return { operation, handler, pattern: patternOf(operation.path) };
  });
  // `/orders/action-logs` is no order id, so fixed paths come first.
  routes.sort((one, other) => parametersIn(one) - parametersIn(other));

  return (method, path) => {
    const known = routes.filter(({ pattern }) => pattern.test(path));
    const route = known.find(({ operation }) => operation.method === method);
    if (route) return { ...route, params: paramsOf(route, path) };
    if (known.length === 0) throw new Refusal(404, 'Not found');
    throw new Refusal(assume.wrongMethodStatus, 'Method not allowed');
  };
}

/** Matches the paths of a template: `/orders/{orderId}`. */
export function patternOf(template: string): RegExp {
  const source = template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 1 ? `(?<${part}>[^/]+)` : escapeForPattern(part)))
    .join('');
  return new RegExp(`^${source}$`);
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function parametersIn({ operation }: Route): number {
  return operation.path.split('{').length;
}

function paramsOf({ pattern }: Route, path: string): Record<string, string> {
  const groups = Object.entries(pattern.exec(path)?.groups ?? {});
  return Object.fromEntries(groups.map(([name, value]) => [name, decode(value)]));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'The path is not well-formed');
  }
}
