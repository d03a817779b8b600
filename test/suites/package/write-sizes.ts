// `npm run sizes`: records the sizes of the package, which the tests compare with later ones.
import { writeFileSync } from 'node:fs';
import install from './install.js';
import { measureSizes, recordedSizes } from './sizes.js';

install();
writeFileSync(recordedSizes, `${JSON.stringify(await measureSizes(), null, 2)}\n`);
