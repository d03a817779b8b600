import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { sourceAlias } from './test/support/running/source-alias.js';
import { setupFiles, timeLimits } from './test/support/running/suite-config.js';

// Worker threads inherit the flag. With the default of 16 MB, garbage collection takes a seventh of the time.
setFlagsFromString('--max-semi-space-size=64');

const files = ['test/unit', 'test/support', 'test/suites/bench']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules/'))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));

/**
 * Files share worker threads, so that each thread loads the code once. Files that mock modules get a thread each. Files with fake
 * timers share threads with each other only. Otherwise, a real timer that outlives its file would fire in fake time.
 */
const mocksModules = /vi\.(doMock|mock|resetModules)\(/;
const fakesTime = /useFakeTimers|underWatch|inFakeTime/;

/** Files that can use a hostile fake, directly or through another file. */
const canBeHostile = /hostile-mode|\/restaurant\.js|quick-outlet|quarter\.js/;

/** The seeds of `npm run test:hostile`, which has the mode "hostile". With seed 5, windows of the rate limit begin at 863 ms. */
const hostileSeeds = ['5', '11'];

export default defineConfig(({ mode }) => {
  const isHostile = mode === 'hostile';
  const selected = isHostile ? files.filter(({ code }) => canBeHostile.test(code)) : files;
  const isolated = selected.filter(({ code }) => mocksModules.test(code));
  const faked = selected.filter((file) => !isolated.includes(file) && fakesTime.test(file.code));
  const real = selected.filter((file) => !isolated.includes(file) && !faked.includes(file));
  const project = (name: string, some: typeof files, isolate: boolean, seed?: string) => ({
    extends: true as const,
    test: {
      name: seed === undefined ? name : `${name}, seed ${seed}`,
      include: some.map(({ file }) => file),
      isolate,
      env: seed === undefined ? {} : { HOSTILE_SEED: seed },
    },
  });
  const { HOSTILE_SEED } = process.env;
  const seeds = HOSTILE_SEED === undefined ? hostileSeeds : [HOSTILE_SEED];
  return {
    resolve: { alias: sourceAlias },
    test: {
      setupFiles,
      ...timeLimits,
      // Keeps compiled modules in node_modules, which saves a tenth of the next run.
      experimental: { fsModuleCache: true },
      pool: 'threads',
      maxWorkers: '100%',
      coverage: {
        provider: 'v8',
        include: ['src/**'],
        // Tested with a PostgreSQL server, and by `npm run test:verify` and `npm run test:learn`.
        exclude: ['src/postgres/**', 'src/verify/**', 'src/command-line/verify/**', 'src/learn/**'],
        reporter: ['text-summary', 'html'],
        thresholds: { lines: 95, branches: 90 },
      },
      projects: (isHostile ? seeds : [undefined]).flatMap((seed) => [
        project('isolated', isolated, true, seed),
        project('faked time', faked, false, seed),
        project('real time', real, false, seed),
      ]),
    },
  };
});
