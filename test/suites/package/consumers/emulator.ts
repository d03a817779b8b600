import { OutletClient } from 'outlet-open-api';
import { type Emulator, startEmulator } from 'outlet-open-api/emulator';
import type { FakeOutlet } from 'outlet-open-api/testing';
import { has } from './proof.js';

export async function connect(): Promise<OutletClient> {
  const emulator = await startEmulator({ port: 0 });
  has<Emulator>()(emulator);
  has<FakeOutlet>()(emulator.fake);
  const { token } = emulator.fake.key('digital-ordering');
  return new OutletClient({ baseUrl: emulator.url, accessToken: token });
}
