import { test } from 'vitest';
import { verify } from './verify.js';

const ordering = 'test/verify/backends/ordering';
const reporting = 'test/verify/backends/reporting';
const example = 'examples/crash-safe-orders';

/** Each backend with a classic mistake, the scenario that is about it, and the checks that it breaks. */
const mistakes = [
  [ordering, 'new-key-for-each-attempt', 'lost-response', ['one-order-per-reference']],
  [ordering, 'trusts-the-event', 'duplicate-webhooks', ['status']],
  [ordering, 'checks-no-secret', 'forged-webhook', ['no-call-for-a-forgery']],
  [ordering, 'has-no-time-limit', 'hanging-requests', ['one-order-per-reference']],
  [reporting, 'acknowledges-before-storing', 'killed-while-handling', ['every-order-once']],
  [reporting, 'handles-repeats-twice', 'duplicate-webhooks', ['paid-amount']],
  [reporting, 'keeps-late-responses', 'late-response', ['status', 'paid-amount']],
  [reporting, 'stops-at-a-short-page', 'months-of-history', ['every-order-once']],
  [reporting, 'forgets-downtime', 'down-for-ten-seconds', ['every-order-once']],
] as const;

test.concurrent.for([ordering, reporting, example])(
  '%s passes every scenario',
  async (folder, { expect, signal }) => {
    const { status, scenarios } = await verify(folder, { signal });

    expect(scenarios.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(status).toBe(0);
    expect(scenarios.length).toBeGreaterThan(15);
  },
);

test.concurrent.for(mistakes)(
  '%s with the mistake %s passes a plain day, and fails %s',
  async ([folder, mistake, scenario, checks], { expect, signal }) => {
    const { status, scenarios } = await verify(folder, { signal, mistake, only: ['plain-day', scenario] });
    const failures = scenarios.map(({ name, failures }) => [
      name,
      new Set(failures.map(({ check }) => check)),
    ]);

    expect(failures).toEqual([
      ['plain-day', new Set()],
      [scenario, new Set(checks)],
    ]);
    expect(status).toBe(1);
  },
);
