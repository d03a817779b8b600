import { describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { rehearse } from './run-scenarios.js';
import type { Scenario } from './scenarios.js';

/**
 * A machine that pauses for seconds meets these targets. If each process uses the whole limit, a third of the requests gets a 429.
 * `npm run nightly -- redis` has the targets of an idle machine.
 */
const short: Scenario = {
  name: 'Redis is killed, and starts empty',
  phases: [
    { name: 'start', seconds: 5, minRate: 0.3 },
    { name: 'shared', seconds: 11, minRate: 0.3, maxRejected: 200 },
    { name: 'gone', seconds: 4, minRate: 0.2, begin: ({ redis }) => redis.kill() },
    { name: 'back', seconds: 3, minRate: 0.2, begin: ({ redis }) => redis.start() },
  ],
  warnings: 1,
  maxWarnings: Number.POSITIVE_INFINITY,
};

describe.skipIf(!isInstalled('redis-server'))('4 processes that share a rate limiter in Redis', () => {
  test('use the limit in equal shares, and lose no call when Redis is killed and starts empty', async () => {
    const plan = { processes: 4, network: { roundTrip: 50, jitter: 0.25 }, skew: 2_340 };
    const [outcome] = await rehearse([{ scenario: short, plan }]);
    expect(outcome?.problems).toEqual([]);
  });
});
