import { describe, expect, test } from 'vitest';
import { readArguments } from '../../../src/command-line/arguments.js';
import { commands } from '../../../src/command-line/commands.js';
import { run } from './run.js';

const names = commands.map(({ name }) => name);

test.each(['', '-h', '--help', 'help', 'help -h'])('%j prints the list of commands', async (line) => {
  const { code, stdout, stderr } = await run(line);
  expect([code, stderr]).toEqual([0, '']);
  for (const { name, summary } of commands) {
    expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'));
  }
  expect(stdout).toContain('Exit codes: 0 done, 1 failed, 2 invalid arguments');
  expect(stdout.split('\n').length).toBeLessThan(24);
});

test.each(['help', 'webhooks', ...names])('%s fits into 80 columns', async (name) => {
  const { stdout } = await run(`${name} -h`);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

describe.each(commands)('$name', ({ name, summary, options }) => {
  test.each([`help ${name}`, `${name} -h`, `-h ${name}`, `${name} --help`, `${name} --json -h`])(
    '%s prints its help',
    async (line) => {
      const { code, stdout } = await run(line);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: outlet-open-api ${name} `));
      expect(stdout.match(/Usage/g)).toHaveLength(1);
      expect(stdout).toContain(`\n\n${summary}\n`);
      for (const option of Object.keys(options)) expect(stdout).toContain(`  --${option} `);
    },
  );

  test('has examples with arguments that the command accepts', async () => {
    const [, examples = ''] = (await run(`help ${name}`)).stdout.split('\nExamples:\n');
    const lines = examples.replaceAll(/\\\n\s*/g, '').match(/(?<=npx outlet-open-api ).*/g) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const args = line.replaceAll("'", '').slice(name.length).split(' ').filter(Boolean);
      expect(() => readArguments(args, options)).not.toThrow();
      expect(line.startsWith(name)).toBe(true);
    }
  });

  test('prints the version with -v', async () => {
    expect(await run(`${name} -v`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test('rejects an unknown option with code 2, and suggests a known one', async () => {
    const { code, stdout, stderr } = await run(`${name} --jsn`);
    expect([code, stdout, stderr]).toEqual([2, '', 'Unknown option: --jsn. Did you mean --json?\n']);
  });
});

test.each(['-v', '--version'])('%s prints the version', async (line) => {
  expect(await run(line)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test.each(['webhooks', 'help webhooks', 'webhooks -h'])(
  '%s prints the commands of the group',
  async (line) => {
    const { code, stdout } = await run(line);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: outlet-open-api webhooks <command>/);
    expect(stdout.match(/^ {2}webhooks (?:send|listen) /gm)).toHaveLength(2);
  },
);

const seeCommands = 'To see the commands, run: npx outlet-open-api help';
const seeOptions = 'To see the options, run the command with -h.';

test.each([
  ['--port 1 emulator', `The command is missing before --port. ${seeCommands}`],
  ['frobnicate', `Unknown command: frobnicate. ${seeCommands}`],
  ['help frobnicate', `Unknown command: frobnicate. ${seeCommands}`],
  ['emulatr --port 0', 'Unknown command: emulatr. Did you mean emulator?'],
  ['dcotor', 'Unknown command: dcotor. Did you mean doctor?'],
  ['hlep', 'Unknown command: hlep. Did you mean help?'],
  ['listen', 'Unknown command: listen. Did you mean webhooks listen?'],
  ['webhook send', 'Unknown command: webhook. Did you mean webhooks send?'],
  ['webhooks sned', 'Unknown command: webhooks sned. Specify webhooks send or webhooks listen.'],
  ['doctor now', `Unexpected argument: now. ${seeOptions}`],
  ['doctor --json=yes', '--json takes no value. Write only --json.'],
  ['doctor --base-url', 'The value of --base-url <url> is missing.'],
  ['doctor --base-url --json', 'The value of --base-url <url> is missing: --json is an option.'],
  ['doctor -x', `Unknown option: -x. ${seeOptions}`],
  ['doctor --verbose', `Unknown option: --verbose. ${seeOptions}`],
  ['doctor -base-url x', 'Unknown option: -base-url. Did you mean --base-url?'],
  ['doctor --base-ulr=x', 'Unknown option: --base-ulr. Did you mean --base-url?'],
])('%j is rejected with code 2', async (line, message) => {
  const { code, stdout, stderr } = await run(line);
  expect([code, stdout, stderr]).toEqual([2, '', `${message}\n`]);
});
