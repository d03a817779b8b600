import { untilAborted } from '../cancellation.js';
import { connectionProblem } from '../emulator/connection-problem.js';
import { parseJson } from '../records.js';
import type { Action, BackendSettings, HttpCall } from './verification.js';

/** How long an action may take, in milliseconds. A job can list months of orders. */
const timeout = 120_000;

/** Reports a response with a status that means failure. */
export class CallFailedError extends Error {
  readonly status: number;

  constructor(status: number, url: string, body: string) {
    super(`${url} responded with ${status}${body === '' ? '' : `: ${body.slice(0, 200)}`}`);
    this.status = status;
  }
}

/**
 * Performs an action. Returns what the function returned, or the JSON of the response.
 * @throws CallFailedError if the status of the response is not from 200 to 299
 */
export async function perform<Argument extends object>(
  action: Action<Argument>,
  argument: Argument,
  settings: BackendSettings,
): Promise<unknown> {
  const values = { ...settings, ...argument };
  const result =
    typeof action === 'function'
      ? await untilAborted(Promise.resolve(action(values)), AbortSignal.timeout(timeout))
      : await request(action, argument, values);
  if (!(result instanceof Response)) return result;
  const text = await result.text();
  if (!result.ok) throw new CallFailedError(result.status, result.url, text);
  return parseJson(text) ?? text;
}

/** @throws Error that names the request */
async function request(call: HttpCall, argument: object, values: object): Promise<Response> {
  const [method = '', template = ''] = call.split(' ', 2);
  const body = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(argument) };
  const url = filledIn(template, values);
  const signal = AbortSignal.timeout(timeout);
  try {
    return await fetch(url, { method, signal, ...(method !== 'GET' && body) });
  } catch (error) {
    throw new Error(`${method} ${url}: ${connectionProblem(error, new URL(url))}`, { cause: error });
  }
}

/** Replaces `{name}` by the value of that name, encoded for a URL. Other braces stay. */
export function filledIn(template: string, values: object): string {
  const known = new Map(Object.entries(values));
  return template.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value: unknown = known.get(name);
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : placeholder;
  });
}
