import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../../src/random.js';
import { bundled } from '../../../support/running/bundled.js';

let folder = '';
let program = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'processes-'));
  program = await bundled(new URL('count.ts', import.meta.url));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts processes that count together, and collects what they print. */
function counters(path: string) {
  const printed: string[] = [];
  const errors: string[] = [];
  let seed = 0;
  const start = (goal: number): ChildProcess => {
    seed += 1;
    const child = spawn(process.execPath, [program, path, String(goal), String(seed)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (text) => printed.push(...String(text).trim().split('\n')));
    child.stderr?.on('data', (text) => errors.push(String(text)));
    return child;
  };
  return { start, printed, errors };
}

test.concurrent('processes that compete for a lease count each number once', async () => {
  const path = join(folder, 'competing');
  const { start, printed, errors } = counters(path);
  const children = Array.from({ length: 5 }, () => start(100));
  await Promise.all(children.map((child) => once(child, 'close')));
  expect(errors).toEqual([]);
  expect(new Set(printed).size).toBe(printed.length);
  expect(printed.length).toBeGreaterThanOrEqual(100);
  expect(await readdir(path)).toEqual(['count.json']);
});

test.concurrent('so do processes that are killed at any moment, and the kills leave nothing behind', async () => {
  const path = join(folder, 'killed');
  const { start, printed, errors } = counters(path);
  const random = createRandom(1);
  const endless = Number.MAX_SAFE_INTEGER;
  const children = Array.from({ length: 3 }, () => start(endless));
  const ends: Promise<unknown[]>[] = [];
  const kill = (...victims: ChildProcess[]) => {
    for (const victim of victims) {
      ends.push(once(victim, 'close'));
      victim.kill('SIGKILL');
    }
  };
  for (let kills = 0; kills < 15; kills += 1) {
    const before = printed.length;
    while (printed.length === before) await sleep(5);
    await sleep(20 * random.next());
    kill(...children.splice(random.integer(0, 2), 1, start(endless)));
  }
  kill(...children);
  expect(await Promise.all(ends)).toEqual(Array(18).fill([null, 'SIGKILL']));

  const saved = Object(await createFileCheckpointStore(path).load('count')).count;
  await once(start(saved + 1), 'close');
  expect(errors).toEqual([]);
  expect(new Set(printed).size).toBe(printed.length);
  expect(printed.length).toBeGreaterThanOrEqual(15);
  expect(Object(await createFileCheckpointStore(path).load('count')).count).toBe(saved + 1);
  expect(await readdir(path)).toEqual(['count.json']);
});
