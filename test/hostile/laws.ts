import { isOutletError, RequestValidationError } from 'outlet-open-api';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { operations } from '../../src/operations/index.js';
import { hashAtOnce } from '../hash-at-once.js';
import type { Arrival } from '../scripted-service.js';

/** How a call ended. */
export type Outcome = { readonly data: unknown } | { readonly error: unknown };

/** Fake timers for each test, and a watch over what must never happen. */
export function underWatch(): void {
  const escaped: unknown[] = [];
  const note = (reason: unknown) => escaped.push(reason);
  const pristine = shapeOfPrototypes();

  beforeAll(() => {
    process.on('unhandledRejection', note).on('uncaughtException', note);
  });
  beforeEach(() => {
    vi.useFakeTimers();
    hashAtOnce();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    expect(shapeOfPrototypes(), 'prototypes').toEqual(pristine);
  });
  afterAll(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note).off('uncaughtException', note);
    expect(escaped.length, `what escaped: ${escaped.slice(0, 5).map(nameOf)}`).toBe(0);
  });
}

function shapeOfPrototypes(): PropertyKey[] {
  return [Object, Array, Function, String, Promise, Date].flatMap(({ prototype }) =>
    Reflect.ownKeys(prototype),
  );
}

/** Does something that may throw at once, and only in a way that is its right. */
export async function outcomeOf(act: () => unknown, mayThrow: boolean): Promise<Outcome> {
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    expect(mayThrow && error instanceof RequestValidationError, `it threw at once: ${nameOf(error)}`).toBe(
      true,
    );
    return { error };
  }
  return Promise.resolve(result).then(
    (data) => ({ data }),
    (error) => ({ error }),
  );
}

/** What needs no timer is over after a few turns, which take no time. */
const realTurn = globalThis.setImmediate;

/** Lets faked time pass until the promise has settled; fails where it never does. */
export async function ended<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let steps = 0; !isSettled && steps < 1_000; steps += 1) {
    for (let turns = 0; !isSettled && turns < 10; turns += 1)
      await new Promise((resolve) => realTurn(resolve));
    if (!isSettled) await vi.advanceTimersByTimeAsync(500);
  }
  expect(isSettled, 'it ends').toBe(true);
  return promise;
}

/** Data, an error of this package, or the reason of the caller's own signal. */
export function expectLawful(outcome: Outcome, reasons: readonly unknown[] = []): void {
  if ('data' in outcome || reasons.includes(outcome.error)) return;
  expect(isOutletError(outcome.error), `an OutletError: ${nameOf(outcome.error)}`).toBe(true);
}

/** Each request goes to an endpoint that the function is for, below the base address. */
export function expectOwnEndpoints(arrivals: readonly Arrival[], mayCall: readonly string[]): void {
  for (const { method, url } of arrivals) {
    expect(url.origin).toBe('https://pos.example');
    expect(url.pathname.startsWith('/api/v1/'), url.pathname).toBe(true);
    if (mayCall.length > 0)
      expect(mayCall).toContain(operationAt(method, url.pathname.slice('/api/v1'.length)));
  }
}

/** The id of the operation that a service takes a request for: fixed paths go before those with parameters. */
function operationAt(method: string, path: string): string | undefined {
  const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const found = operations.filter((operation) => fits(operation.path));
  const fixed = found.filter((operation) => operation.path === path);
  return (fixed.length > 0 ? fixed : found).find((operation) => operation.method === method)?.id;
}

function nameOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.stack : error);
  } catch {
    return 'what cannot be looked at';
  }
}
