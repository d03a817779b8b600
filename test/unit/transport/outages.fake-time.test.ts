import {
  CallError,
  ConnectionError,
  type OutletClient,
  type OutletClientOptions,
  type Priority,
} from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRandom } from '../../../src/random.js';
import { runs } from '../../support/runs.js';
import {
  type Arrival,
  clientOf,
  connectionLost,
  delayed,
  hang,
  json,
  order,
  rejection,
  type ScriptedService,
  type Step,
  scriptedService,
  text,
  tooMany,
} from '../../support/services/scripted-service.js';
import { of, recorded } from '../diagnostics/recorded.js';

const clients: OutletClient[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const outlet of clients.splice(0)) outlet.close();
});

const second = 1_000;
const minute = 60 * second;
const refused = connectionLost('ECONNREFUSED');
const unavailable = json({ code: 503 }, 503);
const immediate = { 'refused connections': refused, 'a 503 at once': unavailable };
const failures: Record<string, Step> = {
  ...immediate,
  'a 500 after 2 s': delayed(json({ code: 500 }, 500), 2 * second),
  'no response': hang,
  'the page of a proxy': () => text('<html>Maintenance</html>', 200, 'text/html'),
};

/** A service that works, except while `isDown` returns true for the milliseconds since the outage was planned. */
class World {
  readonly service: ScriptedService;
  failure: Step;
  working: Step = json({ id: 'o-1' });
  #isDown: (time: number) => boolean = () => false;
  #begin = 0;

  constructor(failure: Step) {
    this.failure = failure;
    this.service = scriptedService((arrival) => {
      const step = this.#isDown(this.time) ? this.failure : this.working;
      if (step instanceof Error) throw step;
      return step instanceof Response ? step.clone() : step(arrival);
    });
  }

  /** Makes the API work once, so that it can be down afterwards. */
  async start(outlet: OutletClient, isDown: (time: number) => boolean = () => true): Promise<void> {
    clients.push(outlet);
    await outlet.orders.get('first');
    await vi.advanceTimersByTimeAsync(5 * second);
    this.service.arrivals.length = 0;
    this.#begin = Date.now();
    this.#isDown = isDown;
  }

  get arrivals(): readonly Arrival[] {
    return this.service.arrivals;
  }

  /** Milliseconds since the outage was planned. */
  get time(): number {
    return Date.now() - this.#begin;
  }

  end(): void {
    this.#isDown = () => false;
  }
}

interface Ended {
  readonly at: number;
  readonly duration: number;
  readonly error: unknown;
}

/** Makes calls, and records when and how they end. */
function callers(world: World, outlet: OutletClient, count: number, priority: Priority = 'interactive') {
  const ended: Ended[] = [];
  const begin = world.time;
  const end = (error?: unknown) => ended.push({ at: world.time, duration: world.time - begin, error });
  for (let index = 0; index < count; index += 1)
    outlet.orders.get(`o-${index}`, { priority }).then(() => end(), end);
  return ended;
}

const lost = (ended: readonly Ended[]) => ended.filter(({ error }) => error !== undefined);
const last = (ended: readonly Ended[]) => Math.max(...ended.map(({ duration }) => duration));
const isOutage = (error: unknown) => error instanceof ConnectionError && error.reason === 'outage';

async function worldOf(failure: Step, options: OutletClientOptions = {}, isDown?: (time: number) => boolean) {
  const world = new World(failure);
  const outlet = clientOf(world.service, options);
  await world.start(outlet, isDown);
  return { world, outlet };
}

/** A world whose outage has begun, and has been noticed. */
async function duringOutage(failure: Step, options: OutletClientOptions = {}) {
  const { world, outlet } = await worldOf(failure, options);
  const first = callers(world, outlet, 40);
  await vi.advanceTimersByTimeAsync(45 * second);
  expect(first).toHaveLength(40);
  return { world, outlet };
}

describe.each(Object.entries(immediate))('if the API is down with %s,', (_, failure) => {
  test.each([
    [5, 3.6],
    [40, 1.2],
    [400, 0.2],
  ])('%i interactive calls end within 5 s, after few attempts', async (count, attemptsPerCall) => {
    const { world, outlet } = await worldOf(failure);
    const ended = callers(world, outlet, count);
    await vi.advanceTimersByTimeAsync(minute);
    expect(ended).toHaveLength(count);
    expect(lost(ended)).toHaveLength(count);
    expect(last(ended)).toBeLessThanOrEqual(5 * second);
    expect(world.arrivals.length / count).toBeLessThanOrEqual(attemptsPerCall);
  });

  test('a call of that time ends at once, or after its probe', async () => {
    const { world, outlet } = await duringOutage(failure);
    for (let index = 0; index < 20; index += 1) {
      const before = world.arrivals.length;
      const [ended] = await endedOf(callers(world, outlet, 1));
      expect(world.arrivals.length - before).toBeLessThanOrEqual(1);
      expect(ended?.duration).toBeLessThanOrEqual(world.arrivals.length === before ? 50 : 300);
      await vi.advanceTimersByTimeAsync(110);
    }
  });

  test('a probe is sent about once a second while calls wait', async () => {
    const { world, outlet } = await duringOutage(failure);
    callers(world, outlet, 40, 'background');
    const before = world.arrivals.length;
    await vi.advanceTimersByTimeAsync(minute);
    expect(world.arrivals.length - before).toBeGreaterThanOrEqual(45);
    expect(world.arrivals.length - before).toBeLessThanOrEqual(61);
  });

  test.each([5, 40, 400])('a restart of 10 s loses none of %i background calls', async (count) => {
    const { world, outlet } = await worldOf(failure, {}, (time) => time < 10 * second);
    const ended = callers(world, outlet, count, 'background');
    await vi.advanceTimersByTimeAsync(20 * second + count * 250);
    expect(ended).toHaveLength(count);
    expect(lost(ended)).toEqual([]);
  });

  test.each([5, 40, 400])('a blip of 2 s loses none of %i calls', async (count) => {
    const { world, outlet } = await worldOf(failure, {}, (time) => time < 2 * second);
    const ended = callers(world, outlet, count);
    await vi.advanceTimersByTimeAsync(10 * second + count * 250);
    expect(ended).toHaveLength(count);
    expect(lost(ended)).toEqual([]);
  });

  test('the first success follows within 1.5 s, and then the key is used to its limit', async () => {
    const { world, outlet } = await duringOutage(failure);
    callers(world, outlet, 400, 'background');
    await vi.advanceTimersByTimeAsync(minute);
    world.end();
    const end = Date.now();
    await vi.advanceTimersByTimeAsync(15 * second);
    const successes = world.arrivals.filter(({ at }) => at > end);
    expect(Number(successes[0]?.at) - end).toBeLessThanOrEqual(1.5 * second);
    const fullSpeed = successes.filter(({ at }) => at >= end + 5 * second && at < end + 15 * second);
    expect(fullSpeed.length).toBeGreaterThanOrEqual(0.9 * 50);
  });

  test('calls of alternating minutes fail in the one and succeed in the other', async () => {
    const { world, outlet } = await worldOf(failure, {}, (time) => time % (2 * minute) < minute);
    const ended: Ended[] = [];
    for (let index = 0; index < 8 * 60; index += 1) {
      outlet.orders.get('o-1').then(
        () => ended.push({ at: world.time, duration: 0, error: undefined }),
        (error: unknown) => ended.push({ at: world.time, duration: 0, error }),
      );
      await vi.advanceTimersByTimeAsync(second);
    }
    const phase = ({ at }: Ended) => at % (2 * minute);
    expect(lost(ended.filter((call) => phase(call) > minute + 2 * second))).toEqual([]);
    expect(lost(ended).length).toBeGreaterThan(4 * 45);
  });
});

/** Lets time pass, and returns the outcome of the promise. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(milliseconds);
  return promise;
}

/** Waits until a call has ended. */
async function endedOf(ended: readonly Ended[]): Promise<readonly Ended[]> {
  while (ended.length === 0) await vi.advanceTimersByTimeAsync(10);
  return ended;
}

describe('if the API does not respond,', () => {
  test.each([5, 40, 400])('%i calls end 2 s after their timeout, or were not sent', async (count) => {
    const { world, outlet } = await worldOf(hang);
    const ended = callers(world, outlet, count);
    await vi.advanceTimersByTimeAsync(30 * second - 1);
    const sent = new Map(world.arrivals.map(({ url, at }) => [url.pathname, at]));
    await vi.advanceTimersByTimeAsync(35 * second);
    expect(ended).toHaveLength(count);
    expect(last(ended)).toBeLessThanOrEqual(30 * second + sent.size * 225 + 2.5 * second);
    expect(ended.filter(({ error }) => isOutage(error)).length).toBeGreaterThanOrEqual(count - sent.size - 1);
  });

  test('later calls end within 2.5 s, except one in five that probe', async () => {
    const { world, outlet } = await duringOutage(hang);
    const durations: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      const [ended] = await endedOf(callers(world, outlet, 1));
      durations.push(ended?.duration ?? 0);
      await vi.advanceTimersByTimeAsync(second);
    }
    expect(durations.filter((duration) => duration > 2_500).length).toBeLessThanOrEqual(2);
  });

  test('the breaker closes even if the API has become slower than most probes may be', async () => {
    const { world, outlet } = await duringOutage(hang);
    const ended = callers(world, outlet, 5, 'background');
    world.working = delayed(json({ id: 'o-1' }), 3 * second);
    world.end();
    await vi.advanceTimersByTimeAsync(20 * second);
    expect(ended).toHaveLength(5);
    expect(lost(ended)).toEqual([]);
  });

  test('deadlines that are shorter than the timeout show the outage', async () => {
    const { world, outlet } = await worldOf(hang, { deadline: 5 * second });
    callers(world, outlet, 10);
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(outlet.rateLimitState.outageSince).toBeInstanceOf(Date);
    callers(world, outlet, 1);
    const [ended] = await endedOf(callers(world, outlet, 1));
    expect(ended?.duration).toBeLessThanOrEqual(2.5 * second);
    expect(isOutage(ended?.error)).toBe(true);
  });
});

describe('a call that an outage ends', () => {
  test('has the error and the outcome of its last attempt', async () => {
    const { outlet } = await worldOf(unavailable);
    const errors = Array.from({ length: 40 }, () => rejection(outlet.orders.create(order)));
    await vi.advanceTimersByTimeAsync(6 * second);
    const ended = await Promise.all(errors);
    const sent = ended.filter((error) => !isOutage(error));
    expect(sent.length).toBeGreaterThan(10);
    for (const error of sent)
      expect(error).toMatchObject({ name: 'InternalServerError', status: 503, outcome: 'unknown' });
  });

  test('says since when, if it was not sent', async () => {
    const { world, outlet } = await duringOutage(unavailable);
    const since = outlet.rateLimitState.outageSince?.toISOString();
    callers(world, outlet, 1);
    const error = await rejection(outlet.orders.create(order));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      reason: 'outage',
      outcome: 'not-sent',
      attempts: 0,
      isTransient: true,
      message: `POST /orders was not sent: no attempt with this API key has succeeded since ${since}, and the last one failed with status 503. The API did not receive the call, so it is safe to call again.`,
    });
  });

  test('has waited for maxWait, if it is a background call', async () => {
    const { world, outlet } = await duringOutage(unavailable, { outage: { maxWait: minute } });
    const ended = callers(world, outlet, 3, 'background');
    await vi.advanceTimersByTimeAsync(minute - second);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(3 * second);
    expect(lost(ended)).toHaveLength(3);
  });

  test('has waited for half an hour by default, if it is a background call', async () => {
    const { world, outlet } = await duringOutage(unavailable);
    const ended = callers(world, outlet, 3, 'background');
    await vi.advanceTimersByTimeAsync(30 * minute - second);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(3 * second);
    expect(lost(ended)).toHaveLength(3);
  });

  test('is a background call whose deadline passes', async () => {
    const { world, outlet } = await duringOutage(unavailable);
    callers(world, outlet, 1, 'background');
    const call = outlet.orders.get('o-1', { priority: 'background', deadline: 500 });
    expect(await rejection(within(call, 2 * second))).toMatchObject({
      name: 'TimeoutError',
      reason: 'deadline',
      attempts: 0,
      message:
        'GET /orders/{orderId} was not sent: the deadline of the call passed while it waited for the end of an outage. The API did not receive the call, so it is safe to call again.',
    });
  });

  test('can be aborted before, and leaves nothing behind', async () => {
    const { outlet } = await duringOutage(hang);
    const controller = new AbortController();
    const options = { priority: 'background', signal: controller.signal } as const;
    const calls = [1, 2, 3].map(() => rejection(outlet.orders.get('o-1', options)));
    await vi.advanceTimersByTimeAsync(300);
    expect(outlet.rateLimitState.queued.background).toBe(2);
    controller.abort('enough');
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ cause: 'enough' });
    expect(outlet.rateLimitState.queued.background).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('calls that wait for the end of an outage', () => {
  test('count for maxQueued', async () => {
    const { world, outlet } = await duringOutage(unavailable);
    const limited = outlet.withOptions({ maxQueued: 25 });
    const ended = callers(world, limited, 40, 'background');
    await vi.advanceTimersByTimeAsync(10);
    expect(lost(ended).length).toBeGreaterThanOrEqual(14);
    expect(lost(ended)[0]?.error).toHaveProperty('name', 'QueueFullError');
  });

  test('are sent if a call of another client with the key succeeds', async () => {
    const world = new World(unavailable);
    const one = clientOf(world.service, { accessToken: 'shared-in-outage' });
    const other = clientOf(world.service, { accessToken: 'shared-in-outage' });
    await world.start(one);
    callers(world, one, 40);
    await vi.advanceTimersByTimeAsync(5 * second);
    expect(await rejection(within(other.orders.get('o-1'), second))).toBeInstanceOf(Error);
    const ended = callers(world, one, 5, 'background');
    await vi.advanceTimersByTimeAsync(5 * second);
    world.end();
    await vi.advanceTimersByTimeAsync(3 * second);
    expect(ended.map(({ error }) => error)).toEqual(Array(5).fill(undefined));
  });

  test.each([
    ['a custom limiter', { take: () => ({ end: () => {} }) }],
    ['no limit', false],
  ] as const)('wait also with %s', async (_, rateLimit) => {
    const { world, outlet } = await worldOf(unavailable, { rateLimit });
    const first = callers(world, outlet, 40);
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(last(first)).toBeLessThanOrEqual(8 * second);
    expect(outlet.rateLimitState.outageSince).toBeInstanceOf(Date);
    const ended = callers(world, outlet, 40, 'background');
    await vi.advanceTimersByTimeAsync(minute);
    expect(ended).toEqual([]);
    world.end();
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(lost(ended)).toEqual([]);
    expect(ended).toHaveLength(40);
  });
});

describe('it is no outage', () => {
  test.each(Object.entries(immediate))('if the key has never worked: %s', async (_, failure) => {
    const world = new World(failure);
    const outlet = clientOf(new World(failure).service);
    const service = scriptedService(failure);
    const ended = callers(world, clientOf(service), 40);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(ended).toHaveLength(40);
    expect(service.arrivals).toHaveLength(200);
    expect(outlet.rateLimitState.outageSince).toBeUndefined();
  });

  test('if the client ignores outages', async () => {
    const { world, outlet } = await worldOf(unavailable, { outage: false });
    const ended = callers(world, outlet, 40);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(ended).toHaveLength(40);
    expect(world.arrivals).toHaveLength(200);
  });

  test.each([
    ['429 responses', tooMany(1)],
    ['404 responses', json({ code: 404 }, 404)],
    ['repeated 500 responses', json({ code: 500 }, 500, { 'x-idempotent-replay': 'true' })],
  ])('if the API sends %s', async (_, response) => {
    const messages = recorded('outage');
    const { world, outlet } = await worldOf(response);
    callers(world, outlet, 40);
    await vi.advanceTimersByTimeAsync(minute);
    expect(messages).toEqual([]);
  });

  test('if half of the requests fail: at most 1 call in 1,000 fails before its last retry', async () => {
    const early: Ended[] = [];
    const seeds = runs(20);
    for (let seed = 0; seed < seeds; seed += 1) {
      const random = createRandom(seed);
      const { world, outlet } = await worldOf(unavailable);
      world.failure = () => (random.next() < 0.5 ? unavailable.clone() : json({ id: 'o-1' }));
      const ended = callers(world, outlet, 200);
      await vi.advanceTimersByTimeAsync(3 * minute);
      expect(ended).toHaveLength(200);
      early.push(...lost(ended).filter(({ error }) => !(error instanceof CallError && error.attempts === 5)));
    }
    expect(early.length).toBeLessThanOrEqual(seeds / 5);
  });

  test('if requests time out that were sent before others succeeded', async () => {
    const messages = recorded('outage');
    const { world, outlet } = await worldOf(hang, { timeout: 30 * second }, (time) => time < second);
    const ended = callers(world, outlet, 5);
    await vi.advanceTimersByTimeAsync(second);
    callers(world, outlet, 5);
    await vi.advanceTimersByTimeAsync(minute);
    expect(messages).toEqual([]);
    expect(lost(ended)).toEqual([]);
  });

  test('if failures are far apart', async () => {
    const messages = recorded('outage');
    const { world, outlet } = await worldOf(unavailable, { maxRetries: 0 });
    for (let index = 0; index < 20; index += 1) {
      callers(world, outlet, 1);
      await vi.advanceTimersByTimeAsync(11 * second);
    }
    expect(messages).toEqual([]);
  });

  test('for another key', async () => {
    const { world } = await duringOutage(unavailable);
    world.end();
    expect(clientOf(world.service).rateLimitState.outageSince).toBeUndefined();
  });
});

test.each(Object.entries(failures))('an outage with %s is reported once, and its end', async (_, failure) => {
  const messages = recorded('outage');
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const { world, outlet } = await duringOutage(failure, { logger, logLevel: 'warn' });
  expect(of(messages, 'outage:start')).toHaveLength(1);
  expect(outlet.rateLimitState.outageSince).toBeInstanceOf(Date);
  world.end();
  await vi.advanceTimersByTimeAsync(2 * second);
  await within(outlet.orders.get('o-1'), second);
  expect(outlet.rateLimitState.outageSince).toBeUndefined();
  expect(of(messages, 'outage:end')).toHaveLength(1);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('the 404 of a gateway whose backend is missing does not end an outage', async () => {
  const { world, outlet } = await duringOutage(unavailable);
  world.failure = () => text('404 page not found', 404);
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(await rejection(within(outlet.orders.get('o-1'), second))).toHaveProperty('status', 404);
  expect(outlet.rateLimitState.outageSince).toBeInstanceOf(Date);
  world.working = json({ code: 404, message: 'Not found' }, 404);
  world.end();
  await vi.advanceTimersByTimeAsync(2 * second);
  await rejection(within(outlet.orders.get('o-1'), second));
  expect(outlet.rateLimitState.outageSince).toBeUndefined();
});
