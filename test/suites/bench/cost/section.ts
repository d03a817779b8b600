import type { Section } from '../row.js';
import { bundle } from './bundle.js';
import { coldImport } from './cold-import.js';
import { cpuByUndici, cpuOfOrder, cpuOfPage } from './cpu.js';
import { idleClients } from './idle-clients.js';
import { fleet, manyKeys } from './many-keys.js';
import { preparePackages } from './packages.js';

export const cost: Section = {
  name: 'cost',
  rows: [cpuOfOrder, cpuOfPage, cpuByUndici, coldImport, bundle, idleClients, manyKeys, fleet],
  prepare: preparePackages,
};
