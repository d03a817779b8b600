// Prints the result of the first call of a process, while timers are faked and only microtasks run.
import { mock } from 'node:test';
import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';

mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], now: Date.now() });
const fake = createFakeOutlet();
const accessToken = fake.key('order-data').token;
const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
const statuses = [];
for (const { id } of fake.orders.all().slice(0, 12)) {
  outlet.orders.get(id).then(({ status }) => statuses.push(status));
}

for (let seconds = 0; seconds < 10; seconds += 1) {
  for (let turns = 0; turns < 200; turns += 1) await null;
  mock.timers.tick(1_000);
}
console.log(`${statuses.length} calls ended`);
