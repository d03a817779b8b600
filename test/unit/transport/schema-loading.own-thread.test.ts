import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  json,
  order,
  rejection,
  type Step,
  scriptedService,
} from '../../support/services/scripted-service.js';

/** How the import of the schemas behaves in a test. */
let load: () => unknown = () => {};
let loads = 0;

beforeEach(() => {
  vi.resetModules();
  vi.doMock('../../../src/schemas/entities.js', async (original) => {
    loads += 1;
    return (await load()) ?? original();
  });
  load = () => {};
  loads = 0;
});
afterEach(() => {
  vi.doUnmock('../../../src/schemas/entities.js');
});

type Mode = 'lenient' | 'strict';

/** Creates a client from modules of its own, which have not loaded the schemas yet. */
async function clientIn(responseValidation: Mode, step: Step = json({ id: 7 }, 201)) {
  const { OutletClient } = await import('outlet-open-api');
  const service = scriptedService(step);
  const warn = vi.fn();
  const outlet = new OutletClient({
    baseUrl: 'https://pos.example',
    accessToken: 'token',
    fetch: service.fetch,
    rateLimit: false,
    responseValidation,
    logger: { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() },
  });
  return { outlet, service, warn };
}

test('the schemas are loaded with the first response that is validated', async () => {
  const { outlet } = await clientIn('lenient');
  expect(await outlet.withOptions({ responseValidation: 'off' }).orders.get('o-1')).toEqual({ id: 7 });
  expect(await outlet.request({ method: 'GET', path: '/outlet' })).toEqual({ id: 7 });
  expect(loads).toBe(0);
  await outlet.orders.get('o-1');
  await outlet.orders.get('o-1');
  expect(loads).toBe(1);
});

describe('schemas that cannot be loaded', () => {
  beforeEach(() => {
    load = () => {
      throw new Error('Cannot find package zod');
    };
  });

  test('in lenient mode, cause one warning, and calls resolve', async () => {
    const { outlet, warn } = await clientIn('lenient');
    expect(await outlet.orders.get('o-1')).toEqual({ id: 7 });
    expect(await outlet.withOptions({ timeout: 5_000 }).orders.get('o-2')).toEqual({ id: 7 });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(
        'The response schemas could not be loaded, so responses are not validated. Deploy all files',
      ),
    );
  });

  test('in strict mode, reject the call, which was performed', async () => {
    const { outlet } = await clientIn('strict');
    const error = await rejection(outlet.orders.create(order));
    expect(error).toMatchObject({ name: 'ResponseValidationError', attempts: 1, outcome: 'performed' });
  });
});

describe('while the schemas load', () => {
  let controller = new AbortController();
  /** Makes the import end the call, and never finish. */
  const endCall = (end: () => unknown) => {
    load = () => {
      end();
      return new Promise(() => {});
    };
  };
  const passDeadline = () => vi.advanceTimersByTime(5_000);
  const options = () => ({ signal: controller.signal, deadline: 5_000 });

  beforeEach(() => {
    vi.useFakeTimers();
    controller = new AbortController();
  });

  test.each([
    ['an abort', () => controller.abort('enough')],
    ['the deadline', passDeadline],
  ])('%s does not change the result in lenient mode', async (_, end) => {
    endCall(end);
    const { outlet, service, warn } = await clientIn('lenient');
    expect(await outlet.orders.create(order, options())).toEqual({ id: 7 });
    expect(service.arrivals).toHaveLength(1);
    expect(warn).not.toHaveBeenCalled();
  });

  test('an abort in strict mode rejects the call, which was performed', async () => {
    endCall(() => controller.abort('enough'));
    const { outlet } = await clientIn('strict');
    const error = await rejection(outlet.orders.create(order, options()));
    expect(error).toMatchObject({ name: 'AbortError', cause: 'enough', outcome: 'performed' });
  });

  test('the deadline in strict mode rejects the call, which was performed', async () => {
    endCall(passDeadline);
    const { outlet, service } = await clientIn('strict');
    const error = await rejection(outlet.orders.create(order, options()));
    expect(error).toMatchObject({ name: 'ResponseValidationError', attempts: 1, outcome: 'performed' });
    expect(service.arrivals).toHaveLength(1);
  });
});

describe('a check that throws after the API has performed the call', () => {
  beforeEach(() => {
    const safeParse = () => {
      throw new RangeError('Invalid string length');
    };
    load = () => ({ orderSchema: { safeParse } });
  });

  test('in lenient mode, causes a warning, and the call resolves', async () => {
    const { outlet, warn } = await clientIn('lenient');
    expect(await outlet.orders.create(order)).toEqual({ id: 7 });
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      expect.stringContaining('The response of orders.create could not be validated.'),
    ]);
  });

  test('in strict mode, rejects the call as performed', async () => {
    const { outlet } = await clientIn('strict');
    expect(await rejection(outlet.orders.create(order))).toMatchObject({
      name: 'ConnectionError',
      reason: 'internal',
      outcome: 'performed',
      message: expect.stringContaining('The API performed the call: do not repeat it, read the entity.'),
    });
  });
});
