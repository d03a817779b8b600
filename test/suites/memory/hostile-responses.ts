import { OutletClient, OutletError } from 'outlet-open-api';

/** Requests each kind of body from the service at a URL. A call that fails with the error of another class ends the process. */
const [baseUrl, ...kinds] = process.argv.slice(2);
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

for (const responseValidation of ['lenient', 'strict'] as const) {
  const options = { baseUrl, accessToken: 'hostile', rateLimit: false, logLevel: 'off' } as const;
  const { orders, channels } = new OutletClient({ ...options, responseValidation });
  for (const kind of kinds) {
    const headers = { 'x-kind': kind };
    const calls = [
      () => orders.get('o-1', { headers }),
      () => channels.list({ headers }),
      () => orders.list(range, { headers }).toArray(),
    ];
    // One after another: the memory of calls at the same time adds up.
    for (const call of calls)
      await call().catch((error: unknown) => {
        if (!(error instanceof OutletError)) throw error;
      });
  }
}
