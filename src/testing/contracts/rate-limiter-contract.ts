import type { Priority, RateLimiter, Turn, TurnRequest } from '../../rate-limit/rate-limiter.js';
import { type ContractCase, casesOf, check } from './contract-case.js';

/** Enough calls to have to wait for several windows. */
const calls = 16;

/** How late a timer can be. Milliseconds. */
const lateness = 250;

/** How long a turn can take that does not have to wait, even on a busy machine. Milliseconds. */
const maxWait = 1_000;

/**
 * Returns the cases that every `RateLimiter` must pass. They take a few seconds of real time, and each case uses its own keys.
 *
 * A case that fails rejects with an error that says what the limiter did. The case that needs `state` passes if the limiter has none.
 * API specification: Limits.
 * @param create - returns the limiter, with a limit of at most 5 requests a second for each key
 * @example
 * ```ts
 * for (const { name, run } of rateLimiterContract(() => createLimiter(redis))) test(name, run, 20_000);
 * ```
 */
export function rateLimiterContract(create: () => RateLimiter | Promise<RateLimiter>): ContractCase[] {
  return casesOf(checks, create);
}

const checks: Readonly<Record<string, (limiter: RateLimiter) => Promise<void>>> = {
  async 'grants the first turn of an idle key at once'(limiter) {
    // The machine can pause during one of them.
    const waits: number[] = [];
    for (let key = 0; key < 3; key += 1) {
      const begin = performance.now();
      finish(await take(limiter, newKey()));
      waits.push(performance.now() - begin);
    }
    const wait = Math.min(...waits);
    check(wait < maxWait, `The first turn of an idle key came after ${Math.round(wait)} ms.`);
  },

  async 'keeps the limit'(limiter) {
    const key = newKey();
    const times: number[] = [];
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: calls }, async () => {
        const turn = await take(limiter, key);
        times.push(performance.now());
        finish(turn);
      }),
    );
    const { limit, interval = 1_000 } = (await limiter.state?.(key)) ?? { limit: 5 };
    // A window can be filled at its end, and the next one at its beginning.
    const isTooFast = times.some(
      (time, index) => time - (times[index - 2 * limit] ?? begin - interval) < interval - lateness,
    );
    check(!isTooFast, `More than ${2 * limit} turns within ${interval} ms.`);
    const shortest = (Math.ceil(calls / limit) - 2) * interval;
    const total = (times.at(-1) ?? begin) - begin;
    check(total >= shortest, `${calls} turns within ${Math.round(total)} ms.`);
  },

  async 'grants each key its own turns'(limiter) {
    const busy = newKey();
    let before = 0;
    const waiting = atOnce(async () => {
      const turn = await take(limiter, busy);
      before += 1;
      return turn;
    });
    finish(await take(limiter, newKey()));
    check(before < calls, `A key waited for ${before} of ${calls} turns of another key.`);
    for (const turn of waiting) finish(await turn);
  },

  async 'grants interactive calls their turns before background calls'(limiter) {
    const key = newKey();
    const order: Priority[] = [];
    const taken = async (priority: Priority) => {
      const turn = await take(limiter, key, { priority });
      order.push(priority);
      finish(turn);
    };
    const background = atOnce(() => taken('background'));
    await taken('interactive');
    const before = order.length - 1;
    await Promise.all(background);
    check(before < calls - 1, `An interactive call waited for ${before} of ${calls} background calls.`);
  },

  async 'rejects with the reason of the signal, and keeps the turn for others'(limiter) {
    const key = newKey();
    const leaving = Array.from({ length: calls }, () => new AbortController());
    const left = leaving.map(async ({ signal }) => finish(await take(limiter, key, { signal })));
    const reason = new Error('The call has ended.');
    for (const controller of leaving) controller.abort(reason);
    const ends = await Promise.allSettled(left);
    const rejections = ends.filter((end) => end.status === 'rejected');
    check(rejections.length > 0, 'Calls that waited got turns after their signal had aborted.');
    check(
      rejections.every((end) => end.reason === reason),
      'take() rejected with another reason than that of the signal.',
    );
    finish(await take(limiter, key));
  },

  async 'counts the calls that wait, if it has state()'(limiter) {
    if (!limiter.state) return;
    const key = newKey();
    const finished = atOnce(async () => finish(await take(limiter, key, { priority: 'background' })));
    await Promise.all(finished.slice(0, 1));
    const { queued } = await limiter.state(key);
    await Promise.all(finished);
    const after = (await limiter.state(key)).queued;
    check(queued.background > 0, 'state() counted no call, although some waited.');
    check(after.background + after.interactive === 0, 'state() counted calls, although none waited.');
  },

  async 'grants turns although a response is never reported'(limiter) {
    const key = newKey();
    for (let call = 0; call < calls / 2; call += 1) await (await take(limiter, key)).end(undefined);
  },
};

function newKey(): string {
  return `contract-${crypto.randomUUID()}`;
}

function atOnce<T>(start: () => Promise<T>): Promise<T>[] {
  return Array.from({ length: calls }, () => {
    const call = start();
    // If an earlier turn fails, this promise is not awaited.
    call.catch(() => {});
    return call;
  });
}

async function take(limiter: RateLimiter, key: string, request: Partial<TurnRequest> = {}): Promise<Turn> {
  const { signal } = new AbortController();
  return limiter.take({ key, priority: 'interactive', wasRateLimited: false, signal, ...request });
}

/** Reports a response without headers. */
function finish(turn: Turn): void {
  turn.end({ status: 200, rateLimit: undefined, retryAfter: undefined });
}
