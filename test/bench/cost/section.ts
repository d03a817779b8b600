import type { Section } from '../row.js';
import { bundle, bundleOfSubpaths } from './bundle.js';
import { coldImport, coldImportOfSubpaths } from './cold-import.js';
import { cpuByUndici, cpuOfOrder, cpuOfPage, cpuShares } from './cpu.js';
import { idleClients } from './idle-clients.js';
import { installSize } from './install-size.js';
import { manyKeys, manyKeysByUndici } from './many-keys.js';
import { preparePackages } from './packages.js';
import { responseCheck } from './response-check.js';
import { typeCheck } from './type-check.js';

export const cost: Section = {
  name: 'cost',
  title: 'Cost',
  intro:
    'Processor time is what the whole process of a client used, garbage collection and compilation included, for one of many calls, ' +
    '32 at once, over that of plain `fetch`. Ours is the packed SDK, as npm would install it.',
  rows: [
    cpuOfOrder,
    cpuOfPage,
    cpuByUndici,
    cpuShares,
    responseCheck,
    coldImport,
    coldImportOfSubpaths,
    bundle,
    bundleOfSubpaths,
    installSize,
    idleClients,
    manyKeys,
    manyKeysByUndici,
    typeCheck,
  ],
  prepare: preparePackages,
};
