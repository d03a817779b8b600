import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../src/command-line/verify/load-config.js';
import { createReport } from '../../../src/command-line/verify/report.js';
import { summaryOf } from '../../../src/command-line/verify/result-text.js';
import { suites } from '../../../src/verify/suites.js';
import { run, start } from '../../unit/command-line/run.js';

/** A backend that acknowledges every webhook, and knows no orders. It has no path `/wrong`. */
const forgetful = `require('node:http').createServer((request, response) => {
  if (request.url.startsWith('/webhooks')) console.log('got a webhook');
  response.writeHead(request.url.startsWith('/wrong') ? 404 : 200).end('[]');
}).listen(process.env.PORT, '127.0.0.1')`;

const complete = {
  useCase: "'order-data'",
  start: "'node server.cjs'",
  ready: "'http://127.0.0.1:{port}/health'",
  webhookUrl: "'http://127.0.0.1:{port}/webhooks?secret={secret}'",
  actions: "{ runNightlyJob: 'POST http://127.0.0.1:{port}/nightly' }",
  state: "{ orders: 'GET http://127.0.0.1:{port}/orders' }",
};

/** A job without a server that does nothing. */
const job = {
  useCase: "'accounting'",
  start: undefined,
  ready: undefined,
  webhookUrl: undefined,
  actions: '{ poll() {} }',
  state: '{ bills: () => [] }',
};

/** Writes a configuration and a backend to a new folder. Returns the path of the configuration. */
async function configuration(changes: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const members = Object.entries({ settleTimeout: '0', ...complete, ...changes });
  const lines = members.map(([name, value]) => `  ${name}: ${value},\n`);
  const file = join(folder, 'outlet-verify.config.mjs');
  await writeFile(file, `export default {\n${lines.join('')}};\n`);
  await writeFile(join(folder, 'server.cjs'), forgetful);
  return file;
}

test.each([
  [
    'useCase',
    "useCase must be 'digital-ordering', 'order-data', 'reservations', 'inventory-management' or 'accounting'.",
  ],
  ['start', "start is missing. Add: start: 'node server.js',"],
  ['ready', "ready is missing. Add: ready: 'http://127.0.0.1:{port}/health',"],
  ['webhookUrl', "webhookUrl is missing. Add: webhookUrl: 'http://"],
  ['actions', 'actions.runNightlyJob is missing. Add: runNightlyJob: '],
  ['state', "state.orders is missing. Add: orders: 'GET http://"],
])('without %s, the message has the line to add', async (name, message) => {
  const { code, stderr } = await run(`verify --config ${await configuration({ [name]: undefined })}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test.each([
  [{ actions: "{ runNightlyJob: 'npm run nightly' }" }, 'actions.runNightlyJob must be a request such as'],
  [{ settleTimout: '3' }, 'settleTimout is unknown. Did you mean settleTimeout?'],
  [{ actions: "{ nightlyJob: 'POST http://127.0.0.1:{port}/' }" }, 'actions.runNightlyJob is missing.'],
  [
    {
      actions:
        "{ runNightlyJob: 'POST http://127.0.0.1:{port}/', addOutlet: 'POST http://127.0.0.1:{port}/outlets' }",
    },
    'state.orders must contain {outletRef}, because actions.addOutlet adds an outlet.',
  ],
  [{ attach: 'true', port: undefined }, 'port is missing. Add: port: 8080,'],
  [{ port: '70000' }, 'port must be a port.'],
  [{ ready: "'http://127.0.0.1:{prot}/health'" }, 'ready must be a URL, with no other name in braces'],
  [{ webhookUrl: "'http://127.0.0.1:{port}/webhooks'" }, 'webhookUrl must contain {secret}'],
  [{ env: "() => { throw new Error('No NODE_ENV.'); }" }, 'env failed: No NODE_ENV.'],
])('%j is invalid', async (changes, message) => {
  const { code, stderr } = await run(`verify --config ${await configuration(changes)}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test.each(Object.entries(suites))(
  '--init %s writes a configuration that a run accepts',
  async (useCase, suite) => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'outlet-verify.config.mjs');
    const { code } = await run(`verify --init ${useCase} --config ${file}`);
    const text = await readFile(file, 'utf8');
    const { verification } = await loadConfig(file);

    expect([code, verification.useCase]).toEqual([0, useCase]);
    expect(text.split('\n').length).toBeLessThan(40);
    for (const name of [...Object.keys(suite.actions), ...Object.keys(suite.state)])
      expect(text).toContain(` ${name}: `);
    await writeFile(
      file,
      text.replaceAll(/\/\/ (\w+: .*,)$/gm, '$1').replaceAll(':{port}/', ':{port}/{outletRef}/'),
    );
    const all = await run(`verify --config ${file} --only no-scenario`);
    expect(all.stderr).toMatch(/^Unknown scenario: no-scenario/);
  },
);

test('--init keeps an existing file, and knows the use cases', async () => {
  const file = await configuration();
  const existing = await run(`verify --init order-data --config ${file}`);
  const unknown = await run(`verify --init orderdata --config ${file}`);

  expect([existing.code, existing.stderr]).toEqual([2, `${file} exists. Remove or rename it first.\n`]);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    'Unknown use case: orderdata. Did you mean order-data?\n',
  ]);
});

test('a missing file, and a scenario that does not exist, are invalid arguments', async () => {
  const missing = await run('verify --config missing.mjs');
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('There is no file missing.mjs.'),
  ]);
  const unknown = await run(`verify --config ${await configuration()} --only outrage`);
  expect([unknown.code, unknown.stderr]).toEqual([2, 'Unknown scenario: outrage. Did you mean outage?\n']);
});

test('if its own folder disappears, the command ends with code 2', async () => {
  const actions = "{ poll: ({ run }) => run('rm -r $(dirname $(dirname $DATA_FOLDER))') }";
  const { code, stderr } = await run(`verify --config ${await configuration({ ...job, actions })}`);

  expect([code, stderr]).toEqual([2, expect.stringContaining('Something has deleted ')]);
});

test('a report that cannot be written ends the command with code 2', async () => {
  const file = await configuration();
  const { code, stderr } = await run(`verify --config ${file} --report ${file}/report`);

  expect([code, stderr]).toEqual([2, expect.stringContaining('The report cannot be written: ')]);
});

test('a backend that does not start is reported with what it printed', async () => {
  const start = `'echo "Set DATABASE_URL." && exit 3'`;
  const { code, stderr } = await run(`verify --config ${await configuration({ start })}`);
  expect(code).toBe(2);
  expect(stderr).toContain('The backend ended before it was ready, with exit code 3.');
  expect(stderr).toContain('Set DATABASE_URL.');
});

test('a failed plain day names the check, the orders and their webhooks, and ends the run', async () => {
  const file = await configuration();
  const report = join(file, '..', 'new', 'report.xml');
  const { code, stdout } = await run(`verify --config ${file} --junit ${report}`);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL {2}plain-day/m);
  expect(stdout).toMatch(
    /every-order-once: .*\n +\w{24}: expected 1 cancelled order in your backend; found 0/,
  );
  expect(stdout).toMatch(/\* staff: cancel \w{24}: \d × item-\w+/);
  expect(stdout).toMatch(/webhook order.cancelled \w{24} → 200/);
  expect(stdout).toMatch(
    /\* The command compares your backend with the outlet, \d+ s after the last step\n +What to do: /,
  );
  expect(stdout).toMatch(/^skip {2}outage +The plain day failed\.$/m);
  expect(stdout).toContain(`verify --config ${file} --only plain-day --seeds 1`);
  const xml = await readFile(report, 'utf8');
  expect(xml).toMatch(/<testsuite name="order-data" tests="\d+" failures="1" errors="0" skipped="\d+">/);
  expect(xml).toMatch(
    /<failure type="every-order-once" message="every-order-once: \w{24}: expected 1 cancelled order/,
  );
});

test('a failure names guides that exist, and a folder with its output and data', async () => {
  const { stdout } = await run(
    `verify --config ${await configuration(job)} --only edges-of-the-range,amounts`,
  );
  const guides = Array.from(stdout.matchAll(/^ {8}(\S+\.md)#\S+$/gm), ([, path = '']) => path);
  const [, folder = ''] = /data of your backend: (.+)/.exec(stdout) ?? [];
  onTestFinished(() => rm(folder, { recursive: true }));

  expect(guides.filter((path) => path.endsWith('docs/guides/accounting.md'))).toHaveLength(2);
  expect(guides.filter((path) => !existsSync(path))).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual(['amounts-seed-1', 'edges-of-the-range-seed-1']);
  expect((await readdir(join(folder, 'amounts-seed-1'))).toSorted()).toEqual([
    'backend.log',
    'data',
    'emulator.log',
  ]);
});

test('a plain day fails if each order is rejected, such as by a wrong path', async () => {
  const wrong = "'POST http://127.0.0.1:{port}/wrong'";
  const actions = `{ placeOrder: ${wrong}, cancelOrder: ${wrong} }`;
  const file = await configuration({ useCase: "'digital-ordering'", actions });
  const { code, stdout } = await run(`verify --config ${file} --only plain-day`);
  expect(code).toBe(1);
  expect(stdout).toMatch(/: expected placeOrder succeeds; found http.*\/wrong responded with 404/);
});

test('--json prints the results in one line', async () => {
  const { code, stdout } = await run(`verify --config ${await configuration()} --only plain-day --json`);
  const { ok, runs } = JSON.parse(stdout);
  const [{ scenarios }] = runs;
  const [failed] = scenarios[0].checks.filter(
    ({ failures }: { readonly failures: readonly unknown[] }) => failures.length > 0,
  );
  expect([code, ok, failed.check]).toEqual([1, false, 'every-order-once']);
});

test('a report has the versions, what each check looked at, a timeline beside the output, and what is not covered', async () => {
  const file = await configuration({ version: "'7.1'" });
  const report = join(file, '..', 'report');
  const { code } = await run(`verify --config ${file} --only plain-day --seeds 1-2 --report ${report}.html`);
  const { versions, seeds, runs, checks, notCovered } = JSON.parse(await readFile(`${report}.json`, 'utf8'));
  const page = await readFile(`${report}.html`, 'utf8');

  expect([code, seeds, runs.length, versions.backend]).toEqual([1, [1, 2], 2, '7.1']);
  expect(checks).toContainEqual(
    expect.objectContaining({ check: 'every-order-once', count: 10, failures: 10 }),
  );
  expect(notCovered).toContain('All scenarios but plain-day.');
  // The backend has no order whose status could be compared.
  expect(notCovered).toContain('The check status: it had nothing to look at.');
  expect(runs[0].assumptions['all other scenarios']).toMatchObject({ cursorParam: 'cursor' });
  expect(page).toContain('<code>every-order-once</code> in <code>plain-day</code>, seed 2');
  expect(page).toMatch(
    /<td class="suite">staff: cancel \w{24}: \d × item-[^<]+<\/td><td class="output"><\/td>/,
  );
  expect(page).toMatch(/<td><\/td><td class="output">got a webhook<\/td>/);
});

test.each([
  [job, [], 'Add the action closeDay.'],
  [{ ...job, actions: '{ poll() {}, closeDay() {} }' }, [], 'Add state.takings.'],
  [{ ...job, webhookUrl: complete.webhookUrl }, ['deliveries-acknowledged'], 'Add the action closeDay.'],
])('with %j, a report has the checks that can look at something', async (changes, expected, reason) => {
  const file = await configuration(changes);
  const report = join(file, '..', 'report');
  await run(`verify --config ${file} --only daylight-saving --report ${report}`);
  const { checks, notCovered } = JSON.parse(await readFile(`${report}.json`, 'utf8'));
  const page = await readFile(`${report}.html`, 'utf8');
  const names = checks.map(({ check }: { readonly check: string }) => check);

  expect(names).toContain('every-bill-once');
  expect(names.filter((name: string) => ['deliveries-acknowledged', 'takings'].includes(name))).toEqual(
    expected,
  );
  expect(page.includes('<code>deliveries-acknowledged</code>')).toBe(expected.length > 0);
  expect(notCovered).toContain(`The scenario daylight-saving: ${reason}`);
});

test.each([
  [
    "'echo broken && exit 3'",
    '120_000',
    /ended with exit code 3\. (.|\n)* {8}What to do: Look for the reason in the output/,
  ],
  [
    '"node -e \'fetch(process.env.OUTLET_BASE_URL + `/api/v1/orders`).then(() => process.exit(1))\'"',
    '120_000',
    /What to do: The API responded to GET \/orders with 401 \(Unauthorized\)\. Mend the request\./,
  ],
  [
    "'exec sleep 60'",
    '1000',
    /took longer than 1 s\.\n(.|\n)* {8}What to do: Look whether each call .* time limit/,
  ],
])(
  'if the job %s, its failure comes first, and the others refer to it',
  async (command, actionTimeout, text) => {
    const actions = `{ poll: ({ run }) => run(${command}) }`;
    const { code, stdout } = await run(
      `verify --config ${await configuration({ ...job, actions, actionTimeout })} --only plain-day`,
    );

    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL .*\n\n {6}actions-succeed: /m);
    expect(stdout).toMatch(text);
    expect(stdout).not.toContain('with the backend running');
    expect(stdout).toMatch(
      /every-bill-once: .*\n( {8}.*: expected .*\n)+( {8}and .*\n)? {8}What to do: Mend actions-succeed first, because this can be a consequence of it\.\n/,
    );
  },
);

test('the output of a job that failed is that of its last run, in three lines, once', async () => {
  const lines = "for (let line = 1; line < 9; line += 1) console.log('line', line)";
  const file = await configuration({
    ...job,
    actions: `{ poll: async ({ run }) => { await run('echo earlier'); await run(\`node -e "${lines}; throw new Error(\\'No tax.\\')"\`); } }`,
  });
  const { stdout } = await run(`verify --config ${file} --only plain-day`);

  expect(stdout).toMatch(/ended with exit code 1\. Its last output: .* \/ .*No tax.* \/ Error: No tax\.\n/);
  expect(stdout.match(/Error: No tax/g)).toHaveLength(1);
  expect(stdout).not.toMatch(/line 6|output: .*earlier/);
});

test('a failure of hostile names what the outlet has chosen, in one line', async () => {
  const actions = '{ poll() { throw new Error() } }';
  const { stdout } = await run(`verify --config ${await configuration({ ...job, actions })} --only hostile`);

  expect(stdout).toMatch(
    /^ +Undocumented details of the outlet: .*bounds exclusive, .*eventPayloads bare, /m,
  );
  expect(stdout).not.toMatch(/outlet: .*webhookRetries/);
});

test('a job without a server gets no time to settle, because nothing runs', async () => {
  const file = await configuration({ ...job, settleTimeout: undefined });
  const { code, stdout } = await run(`verify --config ${file} --only plain-day --json`);
  const [{ scenarios }] = JSON.parse(stdout).runs;

  expect(code).toBe(1);
  expect(scenarios[0].seconds).toBeLessThan(50);
});

test('what happened to a receipt begins with its amounts and when it was created', async () => {
  const { stdout } = await run(`verify --config ${await configuration(job)} --only edges-of-the-range`);

  expect(stdout).toMatch(
    /\* staff: records (GR-\d+) \((\w{24})\), which is completed: created \S+Z, total \S+, tax \S+, discount \S+, shippingFee \S+, isTaxInclusive \w+, lines \[\S+ - \S+ at \d+ % with tax /,
  );
});

test('if each webhook gets a 404, the first advice is about webhookUrl', async () => {
  const webhookUrl = "'http://127.0.0.1:{port}/wrong?secret={secret}'";
  const file = await configuration({ webhookUrl });
  const { stdout } = await run(`verify --config ${file} --only plain-day`);

  expect(stdout).toMatch(
    /^FAIL .*\n\n {6}deliveries-acknowledged: (.|\n)* {8}What to do: Your backend responded to each webhook with 404, so compare webhookUrl /m,
  );
  expect(stdout).toMatch(/every-order-once: (.|\n)* {8}What to do: Mend deliveries-acknowledged first,/);
});

test('the advice is that of the scenario, if it knows more than the check', async () => {
  const state = "{ bills: () => [{ id: 'gr-1', status: 'voided' }] }";
  const file = await configuration({ ...job, state });
  const { stdout } = await run(`verify --config ${file} --only edges-of-the-range`);

  expect(stdout).toMatch(/every-bill-once: (.|\n)* {8}What to do: Look whether .* UTC/);
});

test.each([
  [
    '{ orders: () => ({ orders: [] }) }',
    'state.orders must have the form',
    'expected array, received object',
  ],
  ["{ orders: () => [{ id: 'o-1' }] }", 'state.orders.0.status must have the form', 'expected string'],
])('a state of another form names the place: %s', async (state, place, problem) => {
  const { code, stdout } = await run(
    `verify --config ${await configuration({ state })} --only plain-day --json`,
  );
  expect([code, stdout]).toEqual([1, expect.stringContaining(place)]);
  expect(stdout).toContain(problem);
  expect(stdout).not.toContain('reference');
});

test('if the books have no bill, the advice is about the state', async () => {
  const { stdout } = await run(`verify --config ${await configuration(job)} --only edges-of-the-range`);

  expect(stdout).toMatch(/every-bill-once: (.|\n)* {8}What to do: state\.bills is empty\./);
});

test('scenarios have advice for checks that exist', () => {
  const all = Object.values(suites);
  const checks = new Set(all.flatMap((suite) => suite.checks.map(({ name }) => name)));
  const named = all.flatMap(({ scenarios }) => scenarios.flatMap(({ advice = {} }) => Object.keys(advice)));

  expect(named.filter((name) => !checks.has(name))).toEqual([]);
});

test('a report says that two outlets are not covered without addOutlet', async () => {
  const file = await configuration();
  const report = join(file, '..', 'report.json');
  const { code } = await run(`verify --config ${file} --only two-outlets --report ${report}`);
  const { notCovered } = JSON.parse(await readFile(report, 'utf8'));

  expect(code).toBe(0);
  expect(notCovered).toContain(
    'The scenario two-outlets: Add the action addOutlet if your backend serves several outlets.',
  );
});

test.each([
  [{ start: "'exit 3'" }, 'The backend ended before it was ready, with exit code 3.'],
  [{ start: undefined }, 'outlet-verify.config.mjs: start is missing.'],
])('with %j, JUnit has an error', async (changes, message) => {
  const file = await configuration(changes);
  const report = join(file, '..', 'report.xml');
  const { code } = await run(`verify --config ${file} --junit ${report}`);
  const xml = await readFile(report, 'utf8');

  expect(code).toBe(2);
  expect(xml).toMatch(/tests="1" failures="0" errors="1" skipped="0">/);
  expect(xml).toContain('<error message="');
  expect(xml).toContain(message);
});

test('JUnit and the report say that the command was interrupted', async () => {
  const file = await configuration();
  const report = join(file, '..', 'report');
  const command = start(`verify --config ${file} --junit ${report}.xml --report ${report}`);
  await command.printed(/Watch the outlet/);
  const { code } = await command.stop();
  const xml = await readFile(`${report}.xml`, 'utf8');
  const { result, error } = JSON.parse(await readFile(`${report}.json`, 'utf8'));

  expect([code, result, error]).toEqual([130, 'failed', 'The command was interrupted.']);
  expect(xml).toContain('<error message="The command was interrupted."/>');
});

test.each(['--seeds 3-1', '--only outrage'])('with %s, JUnit has an error', async (options) => {
  const file = await configuration();
  const report = join(file, '..', 'report.xml');
  const { code } = await run(`verify --config ${file} --junit ${report} ${options}`);

  expect([code, await readFile(report, 'utf8')]).toEqual([2, expect.stringContaining('<error message="')]);
});

test.each([
  ['--seeds 3-1', '--seeds must be a number, or a range of at most 100 such as 1-3. It is 3-1.'],
  ['--seeds 1-101', '--seeds must be a number'],
  ['--only table-removed', 'table-removed is a scenario of Reservations'],
])('%s is invalid', async (options, message) => {
  const { code, stderr } = await run(`verify --config ${await configuration()} ${options}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

const ordering = {
  useCase: "'digital-ordering'",
  actions:
    "{ placeOrder: 'POST http://127.0.0.1:{port}/orders', cancelOrder: 'POST http://127.0.0.1:{port}/cancel' }",
};

test.each([
  [{}, '--rate 60', '--rate is only for backends with useCase'],
  [
    ordering,
    '--rate 121',
    '--rate must be at most 120 orders a minute. Each order needs two requests or more',
  ],
  [ordering, '--rate 0', '--rate must be a whole number from 1 to 120.'],
  [ordering, '--rate fast', '--rate must be a whole number from 1 to 120.'],
  [ordering, '--rate 60 --only plain-day', '--only leaves out steady-rate, which is the scenario of --rate.'],
])('with %j, %s is invalid', async (changes, options, message) => {
  const { code, stderr } = await run(`verify --config ${await configuration(changes)} ${options}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('without --rate, its scenario is skipped, and load is not covered', async () => {
  const file = await configuration(ordering);
  const { code, stdout } = await run(`verify --config ${file} --only steady-rate --json`);
  const { notCovered } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(notCovered).toContain(
    'The scenario steady-rate: Pass --rate with the orders a minute that guests place.',
  );
  expect(notCovered).toContain('Load: more than a few records at the same time.');
});

test('a report of a run with --rate says what load is not covered, and how to repeat the run', () => {
  const scenario = {
    name: 'steady-rate',
    why: '',
    guide: '',
    result: 'failed',
    seconds: 70,
    checks: [],
  } as const;
  const report = createReport({
    verification: { useCase: 'digital-ordering', version: undefined },
    started: new Date(),
    seeds: [1],
    isStrict: false,
    only: undefined,
    load: { rate: 60, seconds: 60 },
    checks: [],
    runs: [{ seed: 1, assumptions: {}, scenarios: [scenario] }],
  });
  expect(report.notCovered).toContain(
    'Load: more than 60 orders a minute, more than 60 s, orders at the same moment, and an API that needs more than 300 ms.',
  );
  expect(summaryOf(report, {})).toContain('verify --only steady-rate --seeds 1 --rate 60');
});
