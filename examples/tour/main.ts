// `npm start`: all five use cases, against a fake restaurant on this machine. With OUTLET_BASE_URL and OUTLET_ACCESS_TOKEN set, a
// look at that service instead, which only reads.
import { inspect } from 'node:util';
import { isOutletError } from 'outlet-open-api';
import { accounting } from './chapters/accounting.js';
import { digitalOrdering } from './chapters/digital-ordering.js';
import { inventory } from './chapters/inventory.js';
import { orderData } from './chapters/order-data.js';
import { reservations } from './chapters/reservations.js';
import { Difference } from './expect.js';
import { probe } from './probe.js';
import { play } from './stage.js';
import { terminal } from './terminal.js';

const { OUTLET_BASE_URL, OUTLET_ACCESS_TOKEN } = process.env;
const oneIsMissing =
  'to probe a service, set both OUTLET_BASE_URL and OUTLET_ACCESS_TOKEN; for the tour, set neither';

try {
  if (OUTLET_BASE_URL && OUTLET_ACCESS_TOKEN) await probe();
  else if (OUTLET_BASE_URL || OUTLET_ACCESS_TOKEN) throw new Difference(oneIsMissing);
  else await tour();
} catch (error) {
  const isTold = error instanceof Difference || isOutletError(error);
  terminal.failure(isTold ? error.message : inspect(error));
  process.exitCode = 1;
}

async function tour(): Promise<void> {
  const begin = performance.now();
  await play([
    ['digital-ordering', digitalOrdering],
    ['reservations', reservations],
    ['order-data', orderData],
    ['inventory-management', inventory],
    ['order-data', accounting],
  ]);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  terminal.title(`All five use cases went as expected, in ${seconds} seconds.`);
}
