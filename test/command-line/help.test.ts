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

  test('rejects an unknown option with code 2, and points to the help', async () => {
    const { code, stdout, stderr } = await run(`${name} --jsn`);
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      "Unknown option '--jsn'. To see the options, run the command with -h.\n",
    ]);
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
  ['import', /^Unknown command: import\. The commands are /],
  ['help frobnicate', /^Unknown command: frobnicate\./],
  ['webhooks', /^The command is incomplete\. Specify webhooks send or webhooks listen\.$/m],
  ['webhooks sned', /^The command is incomplete\./],
  ['doctor now', /^Unexpected argument: now\.$/m],
  [
    'doctor --json=yes',
    /^Option '--json' does not take an argument\. To see the options, run the command with -h\.$/m,
  ],
  ['doctor --base-url', /^Option '--base-url <value>' argument missing\. To see/m],
  ['doctor --base-url --json', /^Option '--base-url.*' argument is ambiguous\. To see/m],
  ['doctor -x', /^Unknown option '-x'\. To see/m],
])('%j is rejected with code 2', async (line, message) => {
  const { code, stdout, stderr } = await run(line);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
});
