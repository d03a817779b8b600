import type { Section } from '../row.js';
import { bundle, bundleOfSubpaths } from './bundle.js';
import { coldImport, coldImportOfSubpaths } from './cold-import.js';
import { cpuByUndici, cpuOfOrder, cpuOfPage } from './cpu.js';
import { idleClients } from './idle-clients.js';
import { installSize } from './install-size.js';
import { manyKeys } from './many-keys.js';
import { preparePackages } from './packages.js';
import { typeCheck } from './type-check.js';

export const cost: Section = {
  name: 'cost',
  title: 'Cost',
  intro:
    'Processor time is that of the whole client process, with garbage collection and compilation, divided\n' +
    'by that of plain `fetch`. 32 calls run at a time. This SDK is packed and installed with npm.',
  rows: [
    cpuOfOrder,
    cpuOfPage,
    cpuByUndici,
    coldImport,
    coldImportOfSubpaths,
    bundle,
    bundleOfSubpaths,
    installSize,
    idleClients,
    manyKeys,
    typeCheck,
  ],
  prepare: preparePackages,
};
