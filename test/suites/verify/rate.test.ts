import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { loadConfig } from '../../../src/command-line/verify/load-config.js';
import { resultText } from '../../../src/command-line/verify/result-text.js';
import { type ScenarioResult, verify } from '../../../src/verify/run.js';
import { hasFailed } from '../../../src/verify/run-scenario.js';
import { bundled } from '../../support/running/bundled.js';
import { isNightly, verify as verifyFolder } from './verify.js';

const folder = fileURLToPath(new URL('backends/ordering', import.meta.url));
const service = new URL('backends/ordering/service.ts', import.meta.url);

/** What `npm run nightly` verifies for a minute, with the orders a minute. The backend in Python sends one request after the other. */
const backends = [
  ['test/suites/verify/backends/ordering', 90],
  ['test/suites/verify/backends/python', 30],
  ['examples/crash-safe-orders', 60],
] as const;

test.concurrent.for([
  [
    '',
    [],
    /^6 of 6 orders \(100%\) were at the outlet within 10 s, with [2-5]\.\d requests an order \(the API allows \d+ such orders a minute\); the slowest was there after /,
  ],
  [
    'holds-orders',
    ['orders-in-time'],
    /^0 of 6 orders \(0%\) were at .*; the slowest was there after \d\d\.\d s$/,
  ],
] as const)(
  'at 120 orders a minute, the mistake "%s" fails %j',
  async ([mistake, checks, figure], context) => {
    const { expect, signal, onTestFinished } = context;
    const workFolder = await mkdtemp(join(tmpdir(), 'verify-rate-'));
    onTestFinished(() => rm(workFolder, { recursive: true }));
    const { verification } = await loadConfig(join(folder, 'outlet-verify.config.mjs'));
    const run = verify(
      { ...verification, start: `node ${await bundled(service)}`, env: { MISTAKE: mistake } },
      {
        seed: 1,
        folder,
        workFolder,
        signal,
        only: ['steady-rate'],
        load: { rate: 120, seconds: 3 },
        onStart() {},
      },
    );
    const results: ScenarioResult[] = [];
    for await (const result of run) results.push(result);
    const [line] = results.map((result) => resultText(result, process.stdout));
    const examined = results.flatMap(({ checks }) => checks);

    expect(examined.filter(hasFailed).map(({ check }) => check)).toEqual(checks);
    expect(examined.find(({ check }) => check === 'orders-in-time')).toMatchObject({
      count: 6,
      figure: expect.stringMatching(figure),
    });
    expect(line).toMatch(/^(?:ok {2}|FAIL) {2}steady-rate +\d+\.\d s: \d of 6 orders/);
  },
);

test.runIf(isNightly).concurrent.for(backends)(
  '%s passes at %d orders a minute',
  async ([name, rate], { expect, signal }) => {
    const options = ` --rate ${rate}`;
    const { status, scenarios } = await verifyFolder(name, { signal, only: ['steady-rate'], options });

    expect([status, ...scenarios.map(({ result }) => result)]).toEqual([0, 'passed']);
  },
);
