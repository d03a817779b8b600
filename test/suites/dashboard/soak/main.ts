// `npm run nightly -- emulator`: runs the emulator under load, with its dashboard in Chromium.
import { parseArgs } from 'node:util';
import prepare from '../prepare.js';
import type { Finding } from './finding.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, rate: { type: 'string', default: '200' } },
});
const [seconds = 0, rate = 0] = [values.seconds, values.rate].map(Number);
if (!(seconds > 0 && rate > 0)) {
  console.error('Usage: npm run nightly -- emulator --seconds 60 --rate 200');
  process.exit(2);
}

prepare();
// These need the packages that `prepare` installs.
const { findStartTime, findTimeToOpen } = await import('./times.js');
const { findUnderLoad } = await import('./under-load.js');

report(await findStartTime());
report(await findUnderLoad({ seconds, rate }));
report(await findTimeToOpen(50_000));

function report(findings: readonly Finding[]): void {
  for (const { text, isWithinBound } of findings) {
    console.log(`${isWithinBound ? 'ok    ' : 'FAILED'} ${text}`);
    if (!isWithinBound) process.exitCode = 1;
  }
}
