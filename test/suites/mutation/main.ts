// `npm run nightly -- mutation`: measures how many artificial bugs in src/transport, src/lists and
// src/accounting the tests find.
// `npm run nightly -- mutation -- lists` and `-- lists/slicing.ts` narrow it to a folder or a file.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../support/installing/install-packages.js';
import { readScores } from './scores.js';

const minScore = 85;
const here = new URL('.', import.meta.url);
const root = fileURLToPath(new URL('../../../', here));
const wanted = process.argv.slice(2).map((path) => `src/${path.endsWith('.ts') ? path : `${path}/**/*.ts`}`);

const report = `${root}.mutation/report.json`;

installPackages(here);
rmSync(report, { force: true });
const command = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', here));
const only = wanted.length > 0 ? ['--mutate', wanted.join(',')] : [];
const { status } = spawnSync(
  process.execPath,
  [command, 'run', 'test/suites/mutation/stryker.config.js', ...only],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (status !== 0) process.exit(1);

const { files, folders } = readScores(report);
for (const { name, score, alive } of [...files, ...folders]) {
  console.log(`${score.toFixed(1).padStart(6)} %  ${name}${alive > 0 ? `, ${alive} alive` : ''}`);
}
console.log(`Surviving mutants: .mutation/report.html`);
if (folders.some(({ score }) => score < minScore)) process.exit(1);
