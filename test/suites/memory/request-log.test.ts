import { expect, test } from 'vitest';
import { createEmulatorState } from '../../../src/emulator/control/emulator-state.js';
import { bytesInUse } from '../../support/bytes-in-use.js';

test('the log of the emulator does not keep large bodies', async () => {
  const { fake, requests } = createEmulatorState({ empty: true });
  const url = 'http://127.0.0.1/api/v1/orders';

  async function send(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1) {
      const body = Buffer.alloc(4_000_000, 'x');
      const request = new Request(url, { method: 'POST', body });
      const log = requests.add({ request, body, isTooLarge: false });
      const response = await fake.fetch(request);
      log.respond(response);
      log.end();
    }
  }

  // The records of the fake keep 64 MB of bodies.
  await send(20);
  const before = bytesInUse();
  await send(40);
  expect(bytesInUse() - before).toBeLessThan(10_000_000);
});
