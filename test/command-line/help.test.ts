import { describe, expect, test } from 'vitest';
import { commands } from '../../src/command-line/commands.js';
import { run } from './run.js';

const names = commands.map(({ name }) => name);

test.each(['-h', '--help', 'help'])('%s prints every command with its options', async (line) => {
  const { code, stdout, stderr } = await run(line);
  expect([code, stderr]).toEqual([0, '']);
  for (const { name, summary, options } of commands) {
    expect(stdout).toContain(`  ${name} `);
    expect(stdout).toContain(`Usage: outlet-open-api ${name} `);
    expect(stdout).toContain(summary);
    for (const option of Object.keys(options)) expect(stdout).toContain(`--${option} `);
  }
  expect(stdout).toContain('Exit codes: 0 done, 1 failed, 2 invalid arguments');
});

describe.each(names)('%s', (name) => {
  test.each([`help ${name}`, `${name} -h`, `${name} --help`])(
    '%s prints its part of the help',
    async (line) => {
      const { code, stdout } = await run(line);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: outlet-open-api ${name} `));
      expect(stdout.match(/Usage/g)).toHaveLength(1);
      expect((await run('help')).stdout).toContain(stdout);
    },
  );

  test('prints the version with -v', async () => {
    expect(await run(`${name} -v`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test('rejects an unknown option with code 2, and names the closest one', async () => {
    const { code, stdout, stderr } = await run(`${name} --jsn`);
    expect([code, stdout, stderr]).toEqual([2, '', 'Unknown option: --jsn. Did you mean --json?\n']);
  });

  test('lists its options if no option is similar to an unknown one', async () => {
    const { code, stderr } = await run(`${name} --frobnicate`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('The options are --')]);
    expect(stderr).toContain('--json');
  });
});

test.each(['-v', '--version'])('%s prints the version', async (line) => {
  expect(await run(line)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('help webhooks prints both commands', async () => {
  const { stdout } = await run('help webhooks');
  expect(stdout.match(/Usage: outlet-open-api webhooks (?:send|listen)/g)).toHaveLength(2);
});

test.each([
  ['', /^The command is missing\. The commands are emulator, doctor, /],
  ['--port 1', /^The command is missing\./],
  ['import', /^Unknown command: import\. Did you mean export\? The commands are /],
  ['frobnicate', /^Unknown command: frobnicate\. The commands are /],
  ['help frobnicate', /^Unknown command: frobnicate\./],
  ['webhooks', /^The command is incomplete\. Specify webhooks send or webhooks listen\.$/m],
  ['webhooks sned', /^The command is incomplete\./],
  ['doctor now', /^Unexpected argument: now\.$/m],
  ['doctor --json=yes', /^--json takes no value\.$/m],
  ['doctor --base-url', /^--base-url <url> needs a value\.$/m],
  ['doctor --base-url --json', /^--base-url <url> needs a value\.$/m],
  ['doctor -x', /^Unknown option: -x\. The options are --base-url, --json, --help, --version\.$/m],
])('%j is rejected with code 2', async (line, message) => {
  const { code, stdout, stderr } = await run(line);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
});
