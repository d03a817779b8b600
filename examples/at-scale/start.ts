// `npm start`: runs the whole system on this machine, with a fake chain of 20 outlets. Exits with code 0 if the database agrees.

import { untilStopped } from './connections.js';
import { differences } from './story/compare.js';
import { type Program, startProgram } from './story/program.js';
import { startSystem } from './story/system.js';

const events = 2_000;
const { REDIS_URL, DATABASE_URL } = process.env;
const stopped = untilStopped().then(() => {
  console.log('\nStopping the servers and programs, and deleting their data …');
  return 130;
});
// npm passes on a signal that the terminal has already sent. Without a listener, it would end this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

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
for (const program of [...system.receivers, ...system.workers]) supervise(program);

const code = await Promise.race([run(), stopped]);
await system.close().catch((error: Error) => console.error(error.message));
process.exit(code);

/** Returns the exit code. */
async function run(): Promise<number> {
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
  const agrees = await compare();
  await metrics.stop();
  return agrees ? 0 : 1;
}

/** Starts a program again whenever it dies, as systemd or Kubernetes does in production. */
async function supervise(program: Program): Promise<void> {
  while ((await program.ended) !== 0) {
    console.log(`${program.file} died. Starting another one …`);
    // If it dies before it is ready, the loop starts another one.
    await program.start().catch(() => {});
  }
}

async function compare(): Promise<boolean> {
  const found = await differences(db, chain);
  const orders = chain.outlets.reduce((sum, outlet) => sum + outlet.orders.all().length, 0);
  console.log(
    `\n   ${orders} orders: the database ${found.length === 0 ? 'agrees' : `DIFFERS in ${found.length}`}`,
  );
  return found.length === 0;
}
