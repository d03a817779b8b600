import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../examples/restaurant/serve.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The soak test sets a seed. The examples then run against the hostile restaurant of this seed. */
const { HOSTILE_SEED } = process.env;
const restaurant = HOSTILE_SEED === undefined ? [] : ['--hostile', HOSTILE_SEED];

/** Runs an npm script, as a user would. */
const runScript = (script: string, args: readonly string[] = []) =>
  run('npm', ['run', '--silent', script, '--', ...args]);

/** Runs a file of the examples as the npm scripts do, but without npm, which takes longer to start than some examples run. */
const runFile = (file: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['--import', 'tsx', `examples/${file}`, ...args], environment);

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

const uuid = '[0-9a-f-]{36}';

/** The last thing that each example says, once its use case has come to its end. */
const examples: readonly [name: string, lines: readonly RegExp[]][] = [
  [
    'digital-ordering',
    [new RegExp(`idempotency key ${uuid}$`, 'm'), /is now inKitchen$/m, /is now complete$/m],
  ],
  [
    'reservations',
    [/^R-77: 4 guests at \S+$/m, /^now 5 guests$/m, /^webhook: order\.statusUpdated$/m, /is cancelled$/m],
  ],
  ['order-data', [/^\d{3} orders in three months, \d+\.\d\d paid$/m, /is complete; \d+ orders now$/m]],
  ['inventory', [/^published at \S+: a menu with the fields .*menuItems/m]],
  ['crash-safe-orders', [/^killed while it forwarded F-1001$/m, /^1 order more than before$/m]],
  [
    'accounting',
    [
      /^first run\n(?: {2}\d+ .+\n)* {2}\d+ posted\n/m,
      /^ {2}\d+ held: partiallyReceived$/m,
      /^second run\n(?: {2}\d+ .+\n)+ {2}GR-\d+ is voided\n {2}GR-\d+ is updated$/m,
      /^GR-\d+ in the journal, with a header difference of 0\.01$/m,
      /^ {2}Rounding +0\.01 +0\.00$/m,
      /^for Xero: \{"Type":"ACCPAY",.*"Description":"Rounding","Quantity":1,"UnitAmount":0\.01,/m,
      /^GR-\d+ voided in Xero: \{"Status":"VOIDED"\}$/m,
      /^for QuickBooks: \{"VendorRef":/m,
      /^\d+ rows in the journal: debit (\d+\.\d\d), credit \1$/m,
    ],
  ],
];

describe.concurrent('examples', () => {
  test.each(examples)('%s', { timeout: 60_000 }, async (name, lines) => {
    const { output, errors, code } = await runFile('run.ts', [name, ...restaurant]);
    expect(errors).toBe('');
    for (const line of lines) expect(output).toMatch(line);
    expect(code).toBe(0);
  });

  test('without a name, they are listed', { timeout: 60_000 }, async () => {
    const { errors, code } = await runScript('example');
    expect(errors).toContain(
      'digital-ordering | reservations | order-data | inventory | accounting | crash-safe-orders',
    );
    expect(code).toBe(1);
  });
});

describe.concurrent('npm start', () => {
  test('takes all five use cases to their end, in plain lines §use-case.digital-ordering §use-case.reservations §use-case.order-data §use-case.inventory §use-case.accounting.reads', {
    timeout: 60_000,
  }, async () => {
    const { output, code } = await runScript('start', restaurant);
    expect(output).toMatch(/^All five use cases went as expected, in \d+\.\d seconds\.$/m);
    expect(output).not.toMatch(/[\u2500-\u257f]|\p{Cc}(?<!\n)/u);
    expect(code).toBe(0);
  });

  test('says why a service cannot be probed, and fails', { timeout: 60_000 }, async () => {
    const { output, code } = await runFile('tour/main.ts', [], {
      OUTLET_BASE_URL: `http://127.0.0.1:${await freePort()}`,
      OUTLET_ACCESS_TOKEN: 'token',
    });
    expect(output).toMatch(
      /^ {2}failed: no usable answer for channels, menus, orders, actionLogs, goodsReceipts$/m,
    );
    expect(output).toContain('ECONNREFUSED');
    expect(code).toBe(1);
  });
});
