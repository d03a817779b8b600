import { OutletClient } from 'outlet-open-api';
import { createMemoryCheckpointStore } from 'outlet-open-api/sync';
import {
  type ContractCase,
  checkpointStoreContract,
  createFakeOutlet,
  type Delivery,
  type FakeKey,
  type FakeOrder,
  type FakeOutlet,
} from 'outlet-open-api/testing';
import { has } from './proof.js';

export function connect(): OutletClient {
  const fake = createFakeOutlet({ seed: 7 });
  has<FakeOutlet>()(fake);
  has<FakeKey>()(fake.key('digital-ordering'));
  has<readonly Delivery[]>()(fake.deliveries);
  has<FakeOrder>()(fake.orders.complete('o-1'));
  fake.failNext({ method: 'POST', path: '/orders', fault: 'lost-response' });
  // @ts-expect-error no such fault
  fake.failNext({ fault: 'unknown-fault' });
  const { token } = fake.key('digital-ordering');
  return new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch });
}

export const cases: ContractCase[] = checkpointStoreContract(createMemoryCheckpointStore);
