import { untilAborted } from '../cancellation.js';
import { connectionProblem } from '../emulator/connection-problem.js';
import { parseJson } from '../json.js';
import type { Action, BackendSettings, HttpCall } from './settings.js';
import { ActionError, VerificationError } from './verification-error.js';

/** What an action of the configuration returned. */
export interface Reply {
  /** The status of the response; 200 for a function that returns something else. */
  readonly status: number;
  /** The JSON of the response, or what the function returned. */
  readonly value: unknown;
}

/** Reports a response with a status that means failure. */
export class CallFailedError extends ActionError {
  readonly status: number;

  constructor(status: number, url: string, body: string) {
    super(
      `${url} responded with ${status}${body === '' ? '' : `: ${body.slice(0, 200)}`}`,
      status === 404 || status === 405
        ? 'Compare the method and the URL in the configuration with the routes of your backend.'
        : 'Look for the reason in the response, and in the output of your backend.',
    );
    this.status = status;
  }
}

/** Reports an action that took too long. */
export class ActionTimeoutError extends ActionError {}

/**
 * Performs an action.
 * @param timeout - in milliseconds
 * @throws CallFailedError if the status of the response is not from 200 to 299
 * @throws ActionTimeoutError if it takes longer
 * @throws ActionError if it fails in another way
 */
export async function perform<Argument extends object>(
  action: Action<Argument>,
  argument: Argument,
  settings: BackendSettings,
  timeout: number,
): Promise<Reply> {
  const values = { ...settings, ...argument };
  const signal = AbortSignal.timeout(timeout);
  try {
    const result =
      typeof action === 'function'
        ? await untilAborted(Promise.resolve(action(values)), signal)
        : await request(action, argument, values, signal);
    if (!(result instanceof Response)) return { status: 200, value: result };
    const text = await result.text();
    if (!result.ok) throw new CallFailedError(result.status, result.url, text);
    return { status: result.status, value: parseJson(text) ?? text };
  } catch (error) {
    if (!signal.aborted) {
      if (error instanceof ActionError || error instanceof VerificationError) throw error;
      throw new ActionError(error instanceof Error ? error.message : String(error), undefined, {
        cause: error,
      });
    }
    const what = typeof action === 'function' ? 'The function' : filledIn(action, values);
    throw new ActionTimeoutError(
      `${what} took longer than ${timeout / 1_000} s.`,
      'Look whether each call to the API has a time limit. If the action needs more time, set actionTimeout to more milliseconds.',
      { cause: error },
    );
  }
}

/** @throws Error that names the request */
async function request(
  call: HttpCall,
  argument: object,
  values: object,
  signal: AbortSignal,
): Promise<Response> {
  const [method = '', template = ''] = call.split(' ', 2);
  const body = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(argument) };
  const url = filledIn(template, values);
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
