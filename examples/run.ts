// `npm run example -- NAME`: opens a fake restaurant with its staff, and runs the example against it in a process of its own. The
// example knows nothing of that: it finds address and token in the environment, as it would with a real key.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FakeOutletOptions } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { openRestaurant, readCommandLine } from './restaurant/open.js';
import { freePort } from './restaurant/serve.js';
import { Staff } from './restaurant/staff.js';

const useCases: Readonly<Record<string, UseCase>> = {
  'digital-ordering': 'digital-ordering',
  reservations: 'reservations',
  'order-data': 'order-data',
  inventory: 'inventory-management',
  accounting: 'order-data',
  'crash-safe-orders': 'digital-ordering',
};

/** What an example needs of a hostile restaurant: dishes have names and prices, which the specification does not define. */
const needed: Readonly<Record<string, FakeOutletOptions>> = {
  'digital-ordering': { undocumentedFields: true },
};

const { names, options } = readCommandLine();
const [name = ''] = names;
const useCase = useCases[name];
if (useCase === undefined) {
  console.error(`Which example? npm run example -- ${Object.keys(useCases).join(' | ')}`);
  process.exitCode = 1;
} else {
  process.exitCode = await run(name, useCase);
}

async function run(name: string, useCase: UseCase): Promise<number> {
  const staff = new Staff();
  const restaurant = await openRestaurant({ ...options, ...needed[name] }, (request, response) =>
    staff.notice(request, response),
  );
  const webhookPort = await freePort();
  const key = restaurant.fake.key(useCase);
  key.webhookUrl = `http://127.0.0.1:${webhookPort}`;
  void staff.beginShift(restaurant.fake, useCase, webhookPort);

  const example = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL(`${name}/main.ts`, import.meta.url))],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        TSX_TSCONFIG_PATH: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
        OUTLET_BASE_URL: restaurant.url,
        OUTLET_ACCESS_TOKEN: key.token,
        WEBHOOK_PORT: String(webhookPort),
      },
    },
  );
  const [code] = await once(example, 'exit');
  staff.endShift();
  await restaurant.close();
  return typeof code === 'number' ? code : 1;
}
