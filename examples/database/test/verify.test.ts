import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** `npm run nightly -- verify` sets a seed, and runs all scenarios. */
const { VERIFY_SEED } = process.env;
const only = VERIFY_SEED ? [] : ['--only', 'plain-day,restarted-at-rest,nightly-job-with-faults'];

test('the command verify finds no mistake', { timeout: 600_000 }, async () => {
  const command = [
    'node_modules/outlet-open-api/dist/command-line.js',
    'verify',
    '--json',
    '--seeds',
    VERIFY_SEED ?? '1',
    ...only,
  ];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  // With the exit code 1 it rejects, and the report is in `stdout` all the same.
  const run = promisify(execFile)(process.execPath, command, { cwd });
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  const { ok, runs } = JSON.parse(stdout);
  const [{ scenarios }] = runs;

  expect(scenarios.filter(({ result }: { readonly result: string }) => result === 'failed')).toEqual([]);
  expect(ok).toBe(true);
});
