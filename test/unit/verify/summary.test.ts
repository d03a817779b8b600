import { expect, test } from 'vitest';
import type { Report } from '../../../src/command-line/verify/report.js';
import { summaryOf } from '../../../src/command-line/verify/result-text.js';

/** Returns what the last lines say about failed scenarios of seeds. */
function commands(
  failed: Readonly<Record<number, readonly string[]>>,
  used: Parameters<typeof summaryOf>[1],
): string | undefined {
  const runs = Object.entries(failed).map(([seed, names]) => ({
    seed: Number(seed),
    scenarios: ['plain-day', ...names].map((name) => ({
      name,
      result: name === 'plain-day' ? ('passed' as const) : ('failed' as const),
      seconds: 1,
      checks: [],
      why: '',
      guide: '',
    })),
    assumptions: {},
  }));
  const report: Report = {
    ok: false,
    result: 'failed',
    useCase: 'order-data',
    versions: { package: '0', specification: '0', backend: undefined },
    started: '',
    seeds: [],
    isStrict: false,
    runs,
    checks: [],
    notCovered: [],
    output: '/tmp/verify',
  };
  return summaryOf(report, used).split('again:')[1];
}

test.each([
  [{ 1: ['outage', 'slow-api'] }, {}, ' npx outlet-open-api verify --only outage,slow-api --seeds 1\n'],
  [
    { 7: ['outage'] },
    { config: "my folder/verify's.mjs" },
    " npx outlet-open-api verify --config 'my folder/verify'\\''s.mjs' --only outage --seeds 7\n",
  ],
  [
    { 1: ['outage'], 2: [], 3: ['slow-api'] },
    { config: 'a.mjs', only: ['plain-day', 'outage', 'slow-api'] },
    '\nnpx outlet-open-api verify --config a.mjs --only outage --seeds 1\nnpx outlet-open-api verify --config a.mjs --only slow-api --seeds 3\n',
  ],
])('the last lines are a command for each seed that has failed: %j with %j', (failed, used, expected) => {
  expect(commands(failed, used)).toBe(expected);
});

test('a failure at the end of the run is repeated with the scenarios before it', () => {
  const failed = { 1: ['end-of-the-run'] };
  const only = ['outage', 'end-of-the-run'];

  expect(commands(failed, {})).toBe(' npx outlet-open-api verify --seeds 1\n');
  expect(commands(failed, { only })).toBe(
    ' npx outlet-open-api verify --only outage,end-of-the-run --seeds 1\n',
  );
});
