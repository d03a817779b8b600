import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { examples } from '../../../examples/restaurant/examples.js';
import { fakeOptions } from '../../../examples/restaurant/open.js';
import { runExample } from '../../../examples/restaurant/run-example.js';
import { bundled } from '../../support/running/bundled.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The soak test sets a seed. The examples then run against the hostile restaurant of this seed. */
const { HOSTILE_SEED } = process.env;

/** On a busy machine, a delivery can be late. The handler then logs that the API delivers it again. */
const late = /^outlet-open-api: The webhook event .* got 503 after responseTimeout.*(?:\n +at .*)*$/gm;

/** Examples that start programs beside their own, or packages that cannot be bundled. */
const notBundled = ['crash-safe-orders', 'observability'];

const mainOf = (name: string) => bundled(new URL(`../../../examples/${name}/main.ts`, import.meta.url));

/** Runs an example as `npm run example` does, but with the restaurant in this process, which saves starting another one. */
async function runInProcess(name: string) {
  const example = examples[name];
  if (!example) throw new Error(`There is no example ${name}.`);
  const lines: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] };
  const { code } = await runExample(name, example, {
    fake: fakeOptions(HOSTILE_SEED),
    bundle: notBundled.includes(name) ? undefined : await mainOf(name),
    onLine: (line, stream) => lines[stream].push(line),
  });
  return { output: lines.stdout.join('\n'), errors: lines.stderr.join('\n').replace(late, '').trim(), code };
}

/** Runs a command in an environment without a key. */
async function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const { OUTLET_BASE_URL: _, OUTLET_ACCESS_TOKEN: __, ...inherited } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...inherited, TSX_TSCONFIG_PATH: 'examples/tsconfig.json', NO_COLOR: '1', ...environment },
  });
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { output, errors, code };
}

/** Runs an npm script, as a user would. */
const runScript = (script: string, args: readonly string[] = []) =>
  run('npm', ['run', '--silent', script, '--', ...args]);

const id = '[0-9a-f]{24}';

/** Lines that each example prints. */
const lines: Record<string, readonly RegExp[]> = {
  reservations: [
    /^R-77: 4 guests at T1, open$/m,
    /^R-77: 4 guests at T2, open$/m,
    /^R-77: 5 guests at T2, open$/m,
    /^R-77: 5 guests at T2, cancelled$/m,
    /^Webhook channels\.published: 2 of your tables have a channel$/m,
    /^Stopped\.$/m,
  ],
  'order-data': [
    new RegExp(`^Webhook order\\.cancelled for ${id}$`, 'm'),
    /^Backfill: \d{3} orders, 100 %$/m,
    /^Reconciled: \d+ orders, \d+ added, \d+ changed$/m,
    /^The copy has \d{3} orders, with \d+\.\d\d EUR paid\./m,
    /^Stopped\.$/m,
  ],
  inventory: [
    /^Read the menu: 7 items\n(.*\n)*Read the menu: 7 items$/m,
    new RegExp(`^Webhook order\\.cancelled for ${id}$`, 'm'),
    /^Receipt GR-\d+ is completed: \+\d+ /m,
    /^Changes in stock: .*-\d+ item-/m,
    /^Stopped\.$/m,
  ],
  accounting: [
    /^posted: \d+$/m,
    /^held \(partiallyReceived\): \d+$/m,
    /^GR-\d+ is voided\.\n {2}Xero: \{"Status":"VOIDED"\}$/m,
    /^GR-\d+ is updated\. Its header differs from its lines by 0\.01\.$/m,
    /^ {2}Rounding +0\.01 +0\.00$/m,
    /^ {2}Xero: \{"Type":"ACCPAY",.*"Description":"Rounding","Quantity":1,"UnitAmount":0\.01,/m,
    /^ {2}QuickBooks: \{"VendorRef":/m,
    /^The journal has \d+ rows: debit (\d+\.\d\d), credit \1$/m,
  ],
  'crash-safe-orders': [/^Killed after it accepted F-1001$/m, /^The outlet has 1 more order than before\.$/m],
  observability: [
    /^ {2}orders\.create +·+×+~+·*█+ +[\d,]+ +\d+ +\d+\n +attempt 1: 502 in \d+, attempt 2: 201 in \d+$/m,
    /^ {2}orders\.list +·*×+~+·*█+ .*\n +attempt 1: 429 in \d+, attempt 2: 200 in \d+$/m,
    ...tracesShownIn('docs/guides/logging.md'),
    metricsShownIn('examples/observability/README.md'),
  ],
};

/** Returns a pattern for the whole table of metrics on a page. Durations can differ, but not counts. */
function metricsShownIn(page: string): RegExp {
  const [, table = ''] = /```text\n(metric .*?)\n```/s.exec(readFileSync(join(root, page), 'utf8')) ?? [];
  expect(table.split('\n').length).toBeGreaterThan(10);
  const pattern = table.replaceAll('.', '\\.').replaceAll(/\d+\\\.\d+ s/g, '\\d+\\.\\d+ s');
  return new RegExp(`^${pattern}$`, 'm');
}

/** Returns patterns for the traces on a page. Numbers and the widths of bars can differ. Short waits can be missing. */
function tracesShownIn(page: string): RegExp[] {
  const [, traces = ''] = /```text\n(· queue .*?)```/s.exec(readFileSync(join(root, page), 'utf8')) ?? [];
  const lines = traces.split('\n').filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(4);
  return lines.map((line) => {
    const pattern = line
      .replaceAll(/[.()]/g, '\\$&')
      .replaceAll(/\d[\d,]*|-/g, '(?:-|[\\d,]+)')
      .replaceAll(/([█×~])\1*/g, '$1+')
      .replaceAll('~+', '~+·*')
      .replaceAll(/[· ]{2,}/g, '[·~ ]*');
    return new RegExp(`^${pattern}$`, 'm');
  });
}

describe.concurrent('examples', () => {
  test.each(Object.keys(examples))('%s', async (name) => {
    const { output, errors, code } = await runInProcess(name);
    for (const line of lines[name] ?? []) expect(output).toMatch(line);
    expect(errors).toBe('');
    expect(code).toBe(0);
  });

  test.each(['accounting', 'order-data', 'inventory', 'reservations'])(
    '%s does not start without an ID of the outlet',
    async (name) => {
      const { errors, code } = await run(process.execPath, [await mainOf(name)]);
      expect(errors).toContain('Set OUTLET_REF to your own ID of the outlet, such as bistro-1.');
      expect(code).toBe(1);
    },
  );

  test('without a name, they are listed', async () => {
    const { errors, code } = await runScript('example');
    expect(errors).toContain(Object.keys(examples).join(' | '));
    expect(code).toBe(1);
  });
});
