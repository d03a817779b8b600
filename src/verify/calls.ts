import { parseJson } from '../records.js';
import type { Action, BackendSettings } from './verification.js';

/** How long a request to the backend may take, in milliseconds. A job can list months of orders. */
const timeout = 120_000;

/** Reports a response with a status that means failure. */
export class CallFailedError extends Error {
  readonly status: number;

  constructor(status: number, call: string, body: string) {
    super(`${call} responded with ${status}${body === '' ? '' : `: ${body.slice(0, 200)}`}`);
    this.status = status;
  }

  /** Whether the backend rejects the request, so that a repeat cannot succeed. */
  get isRejection(): boolean {
    return [400, 404, 410, 422].includes(this.status);
  }
}

/** Performs an action. Returns the JSON of the response, or what the function returned. @throws CallFailedError if the status is not 2xx */
export async function perform<Argument extends object>(
  action: Action<Argument>,
  argument: Argument,
  settings: BackendSettings,
): Promise<unknown> {
  if (typeof action === 'function') return action({ ...settings, ...argument });
  const [method = '', template = ''] = action.split(' ', 2);
  const url = filledIn(template, { ...settings, ...argument });
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeout),
    ...(method === 'GET'
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(argument) }),
  });
  const text = await response.text();
  if (!response.ok) throw new CallFailedError(response.status, `${method} ${url}`, text);
  return parseJson(text) ?? text;
}

/** Replaces `{name}` by the value of that name, encoded for a URL. Other braces stay. */
export function filledIn(template: string, values: object): string {
  const known = new Map(Object.entries(values));
  return template.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value: unknown = known.get(name);
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : placeholder;
  });
}
