import type { Section } from '../row.js';
import { coldImport, coldImportOfSubpaths } from './cold-import.js';
import { cpuByUndici, cpuOfOrder, cpuOfPage, cpuShares } from './cpu.js';
import { preparePackages } from './packages.js';

export const cost: Section = {
  name: 'cost',
  title: 'Cost',
  intro:
    'Processor time is what the whole process of a client used, garbage collection and compilation included, for one of many calls, ' +
    '32 at once, over that of plain `fetch`. Ours is the packed SDK, as npm would install it.',
  rows: [cpuOfOrder, cpuOfPage, cpuByUndici, cpuShares, coldImport, coldImportOfSubpaths],
  prepare: preparePackages,
};
