import { preparePackages } from '../cost/packages.js';
import type { Section } from '../row.js';
import { manyKeys, manyKeysByUndici } from './many-keys.js';
import { pooledClients } from './pooled-clients.js';

export const fleet: Section = {
  name: 'fleet',
  title: 'Fleet',
  intro:
    'One process serves many API keys, each with a client of its own. This SDK is packed and installed\n' +
    'with npm.',
  rows: [pooledClients, manyKeys, manyKeysByUndici],
  prepare: preparePackages,
};
