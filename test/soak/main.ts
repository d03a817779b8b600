// `npm run soak`: runs the tests that take minutes. `npm run soak -- SECTION [options]` runs one section.
import { spawnSync } from 'node:child_process';

const files = new Map([
  ['faults', 'test/reliability/faults/main.ts'],
  ['crash', 'test/reliability/crash/main.ts'],
  ['hostile', 'test/soak/hostile.ts'],
  ['at-scale', 'test/soak/at-scale.ts'],
  ['verify', 'test/soak/verify.ts'],
  ['learn', 'test/soak/learn.ts'],
  ['emulator', 'test/dashboard/soak/main.ts'],
  ['redis', 'test/servers/rate-limit/soak.ts'],
]);

const [section, ...options] = process.argv.slice(2);
const selected = section === undefined ? [...files.values()] : [files.get(section)];

for (const file of selected) {
  if (file === undefined) {
    console.error(
      'Usage: npm run soak [-- faults [--runs 1000] [--seed 1] | -- crash [--runs 12] [--seed 1] | -- hostile [--seeds 1-20] | -- at-scale [--runs 10] | -- verify [--seeds 1-10] | -- learn [--seeds 1-100] | -- emulator [--seconds 60] [--rate 200] | -- redis [--runs 3]]',
    );
    process.exit(2);
  }
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
