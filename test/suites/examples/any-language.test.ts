import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { VERSION } from 'outlet-open-api';
import { type Emulator, startEmulator } from 'outlet-open-api/emulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closedUrl, openServer } from '../../support/services/open-server.js';

const root = new URL('../../../', import.meta.url);
const folder = fileURLToPath(new URL('examples/any-language/', root));
const guide = 'docs/guides/any-language.md';
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const hasShell = ['sh -c true', 'curl --version', 'jq --version'].every((command) => succeeds(command));
// Packages of Debian are only for the Python of Debian, which need not be the first one.
const python = ['python3', '/usr/bin/python3'].find((path) =>
  succeeds(`${path} -c`, 'import requests, pytest'),
);
if (!hasShell)
  explainSkip('curl or jq is not installed, so the tests of order.sh are skipped. Run .ci/install-packages.');
if (python === undefined)
  explainSkip(
    'Python has no requests or pytest, so the tests in Python are skipped. Run .ci/install-packages.',
  );

/** @throws Error on CI, where no test may be skipped because a program is missing */
function explainSkip(reason: string): void {
  if (process.env.CI) throw new Error(reason);
  console.warn(reason);
}

function succeeds(command: string, ...last: readonly string[]): boolean {
  const [program = '', ...args] = command.split(' ');
  return spawnSync(program, [...args, ...last]).status === 0;
}

async function start(): Promise<Emulator> {
  const emulator = await startEmulator({ port: 0 });
  onTestFinished(() => emulator.close());
  return emulator;
}

async function run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...environment };
  const child = spawn(program, args, { cwd: folder, env });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { output, errors, code };
}

async function outletsOf({ url }: Emulator): Promise<unknown> {
  const response = await fetch(`${url}/control/v1/outlets`);
  return response.json();
}

describe.skipIf(!hasShell)('order.sh', () => {
  const runScript = (emulatorUrl: string, webhookUrl: string) =>
    run('sh', ['order.sh'], { EMULATOR_URL: emulatorUrl, WEBHOOK_URL: webhookUrl });

  test('runs twice side by side, and removes its outlets', async () => {
    const emulator = await start();
    const receiver = await openServer((_, response) => response.end());

    const runs = await Promise.all([runScript(emulator.url, receiver), runScript(emulator.url, receiver)]);

    for (const { output, errors, code } of runs) {
      expect(errors).toBe('');
      expect(output).toMatch(
        /^Outlet: \S+\nOrder: \w+, total 30.2\nStatus: complete\nWebhook: order.complete delivered, 200\nRequests: POST \/orders 201\n$/,
      );
      expect(code).toBe(0);
    }
    expect(new Set(runs.map(({ output }) => output)).size).toBe(2);
    expect(await outletsOf(emulator)).toHaveLength(1);
  });

  test('says which step failed, and removes its outlet', async () => {
    const emulator = await start();

    const { errors, code } = await runScript(emulator.url, 'ftp://receiver.example');

    expect(errors).toMatch(/^order\.sh: PATCH \S+\/keys\/digital-ordering failed: .*start with http/m);
    expect(code).toBe(1);
    expect(await outletsOf(emulator)).toHaveLength(1);
  });

  test('says that there is no emulator', async () => {
    const { errors, code } = await runScript(await closedUrl(), '');

    expect(errors).toMatch(/^order\.sh: POST \S+\/control\/v1\/outlets failed: no response$/m);
    expect(code).toBe(1);
  });
});

test.skipIf(python === undefined)('the tests in Python run twice side by side', async () => {
  const emulator = await start();
  const runTests = () =>
    run(python ?? '', ['-m', 'pytest', '-p', 'no:cacheprovider'], { EMULATOR_URL: emulator.url });

  for (const { output, code } of await Promise.all([runTests(), runTests()])) {
    expect(output).toMatch(/^=+ 7 passed in /m);
    expect(code).toBe(0);
  }
  expect(await outletsOf(emulator)).toHaveLength(1);
});

test('the guide shows a test of the files', () => {
  const [, shown = ''] = /^```python\n(.*?)^```$/ms.exec(read(guide)) ?? [];
  expect(shown).toContain('def test_');
  expect(read('examples/any-language/test_orders.py')).toContain(shown);
});

test.each(['compose.yaml', 'github-workflow.yml'])('%s starts this version of the emulator', (file) => {
  const minor = VERSION.split('.').slice(0, 2).join('.');
  expect(read(`examples/any-language/${file}`)).toContain(`outlet-open-api@${minor} emulator`);
});
