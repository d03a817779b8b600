import { OutletError, RequestValidationError } from 'outlet-open-api';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { operations } from '../../../src/operations/index.js';
import type { Arrival } from '../../support/services/scripted-service.js';
import { hashAtOnce } from '../../support/time/hash-at-once.js';

/** How a call ended. */
export type Outcome = { readonly data: unknown } | { readonly error: unknown };

/** Installs fake timers for each test, and checks for unhandled rejections and polluted prototypes. */
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
    expect(shapeOfPrototypes(), 'prototypes').toEqual(pristine);
  });
  afterAll(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note).off('uncaughtException', note);
    expect(escaped.length, `what escaped: ${escaped.slice(0, 5).map(nameOf)}`).toBe(0);
  });
}

/** Fake timers replace `Date`, so its prototype is read here. */
const prototypes = [Object, Array, Function, String, Promise, Date].map(({ prototype }) => prototype);

function shapeOfPrototypes(): PropertyKey[] {
  return prototypes.flatMap(Reflect.ownKeys);
}

/** Calls a function. It may throw synchronously only a RequestValidationError, and only if `mayThrow` is set. */
export async function outcomeOf(act: () => unknown, mayThrow: boolean): Promise<Outcome> {
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    if (mayThrow && error instanceof RequestValidationError) return { error };
    expect.fail(`it threw synchronously: ${nameOf(error)}`);
  }
  return Promise.resolve(result).then(
    (data) => ({ data }),
    (error) => ({ error }),
  );
}

/** The real timer: work without timers ends after a few turns of the event loop, which take no fake time. */
const realTurn = globalThis.setImmediate;

/** Advances fake time until the promise has settled. Fails if it never settles. */
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

/** Expects data, an error of this package, or the reason of the caller's own signal. */
export function expectLawful(outcome: Outcome, reasons: readonly unknown[] = []): void {
  if ('data' in outcome || reasons.includes(outcome.error) || outcome.error instanceof OutletError) return;
  expect.fail(`not an OutletError: ${nameOf(outcome.error)}`);
}

/** Expects each request to go to an endpoint of the function, below the base URL. */
export function expectOwnEndpoints(arrivals: readonly Arrival[], mayCall: readonly string[]): void {
  for (const { method, url } of arrivals) {
    expect(url.origin).toBe('https://pos.example');
    expect(url.pathname.startsWith('/api/v1/'), url.pathname).toBe(true);
    if (mayCall.length > 0)
      expect(mayCall).toContain(operationAt(method, url.pathname.slice('/api/v1'.length)));
  }
}

/** Returns the id of the operation that handles a request. Fixed paths take precedence over paths with parameters. */
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
    return 'an error that cannot be printed';
  }
}
