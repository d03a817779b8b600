import { expect, test, vi } from 'vitest';
import { authorized, openEmulator } from './running.js';

const headers = { 'content-type': 'application/json' };

test('a defect of a control is a 500, and its stack goes to stderr', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const { fake, url } = await openEmulator();
  const defect = new TypeError('x is undefined');
  vi.spyOn(fake.channels, 'publish').mockImplementation(() => {
    throw defect;
  });

  const response = await fetch(`${url}/control/v1/outlets/default/channels/publish`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      code: 500,
      message: 'The emulator failed unexpectedly: x is undefined. Its terminal shows the stack.',
    },
  ]);
  expect(reported.mock.calls).toEqual([['The emulator failed unexpectedly.', defect]]);
});

test('a defect in a request to the API is a 500, and its stack goes to stderr', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const defect = new TypeError('x is undefined');
  const emulator = await openEmulator({
    allows: {
      get 'digital-ordering'(): never {
        throw defect;
      },
    },
  });

  const response = await fetch(`${emulator.url}/api/v1/channels`, { headers: authorized(emulator) });
  expect(response.status).toBe(500);
  expect(reported.mock.calls).toEqual([['The emulator failed unexpectedly.', defect]]);
});
