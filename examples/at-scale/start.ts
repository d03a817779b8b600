// `npm start`: runs the whole system on this machine, with a fake chain of 20 outlets. Exits with code 0 if the database agrees.

import { differences } from './story/compare.js';
import { startProgram } from './story/program.js';
import { startSystem } from './story/system.js';

const events = 2_000;
const { REDIS_URL, DATABASE_URL } = process.env;

console.log('Starting Redis, PostgreSQL, 20 fake outlets, 2 receivers and 3 workers …\n');
const system = await startSystem({
  seed: 7,
  outlets: 20,
  receivers: 2,
  workers: 3,
  redisUrl: REDIS_URL,
  databaseUrl: DATABASE_URL,
}).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const { chain, db } = system;
// On exit, the servers and programs are killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const metrics = await startProgram('metrics.ts', system.environment);

console.log(`1. The outlets send ${events} events\n`);
await chain.work(events);
await system.idle();
await compare();

console.log('\n2. The webhooks of 20 orders are lost, and 20 orders are reopened, which sends none\n');
await chain.changeSilently();
await compare();

console.log('\n3. The nightly run\n');
await system.reconcile();
process.exitCode = (await compare()) ? 0 : 1;

await metrics.stop();
await system.close();

async function compare(): Promise<boolean> {
  const found = await differences(db, chain);
  const orders = chain.outlets.reduce((sum, outlet) => sum + outlet.orders.all().length, 0);
  console.log(
    `\n   ${orders} orders: the database ${found.length === 0 ? 'agrees' : `DIFFERS in ${found.length}`}`,
  );
  return found.length === 0;
}
