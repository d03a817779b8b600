import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newDatabase } from './new-database.js';

/** The soak test sets a seed. The restaurant is then hostile. */
const { HOSTILE_SEED, NIGHTLY } = process.env;
const restaurant = HOSTILE_SEED === undefined ? [] : ['--hostile', HOSTILE_SEED];

const title = 'npm start shows lost webhooks that the nightly run finds, and ends with books that agree';

test.for(Object.entries(newDatabase).filter(([kind]) => NIGHTLY || kind === 'PGlite'))(
  `with %s, ${title}`,
  async ([, create], { onTestFinished }) => {
    const DATABASE = await create(onTestFinished);
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', main, ...restaurant],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: { ...process.env, DATABASE, NO_COLOR: '1' },
      },
    );

    expect(stderr).toBe('');
    expect(stdout).toMatch(/^> (Killed with SIGKILL|Finished before the kill)\. Starting again\.$/m);
    expect(stdout).toMatch(/^bistro: reconciled \d+ orders, 1 added, 1 changed$/m);
    expect(stdout).toMatch(/^bakery: reconciled \d+ orders, 1 added, 1 changed$/m);
    // They differ only while the receiver is down.
    expect(stdout.match(/agrees|DIFFERS/g)).toEqual(['agrees', 'agrees', 'DIFFERS', 'agrees', 'agrees']);
    expect(stdout).toMatch(/^> bistro\/\S+\/2 has -\d+\.\d\d, and is dated in the open week\.$/m);
  },
);
