// `npm start` runs all five use cases against a fake restaurant on this machine. If OUTLET_BASE_URL and OUTLET_ACCESS_TOKEN are set,
// it reads from that service instead.
import { inspect, parseArgs } from 'node:util';
import { OutletError } from 'outlet-open-api';
import { fakeOptions } from '../restaurant/open.js';
import { accounting } from './chapters/accounting.js';
import { digitalOrdering } from './chapters/digital-ordering.js';
import { inventory } from './chapters/inventory.js';
import { orderData } from './chapters/order-data.js';
import { reservations } from './chapters/reservations.js';
import { Difference } from './expect.js';
import { probe } from './probe.js';
import { runChapters } from './stage.js';
import { terminal } from './terminal.js';

const { OUTLET_BASE_URL, OUTLET_ACCESS_TOKEN } = process.env;
const oneIsMissing =
  'Only one of OUTLET_BASE_URL and OUTLET_ACCESS_TOKEN is set. Set both to read from a service, or none for the tour.';

try {
  if (OUTLET_BASE_URL && OUTLET_ACCESS_TOKEN) await probe();
  else if (OUTLET_BASE_URL || OUTLET_ACCESS_TOKEN) throw new Difference(oneIsMissing);
  else await tour();
} catch (error) {
  const isExplained = error instanceof Difference || error instanceof OutletError;
  terminal.failure(isExplained ? error.message : inspect(error));
  process.exitCode = 1;
}

async function tour(): Promise<void> {
  const begin = performance.now();
  const { hostile } = parseArgs({ options: { hostile: { type: 'string' } } }).values;
  terminal.title('A tour of all five use cases');
  terminal.say('The tour calls a fake restaurant on this machine. It needs no API key.');
  await runChapters(fakeOptions(hostile), [
    ['digital-ordering', digitalOrdering],
    ['reservations', reservations],
    ['order-data', orderData],
    ['inventory-management', inventory],
    ['order-data', accounting],
  ]);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  terminal.title(`All five use cases succeeded in ${seconds} seconds.`);
  terminal.say('Next, run an example that you can copy: npm run example -- digital-ordering');
}
