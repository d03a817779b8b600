import { OutletClient, OutletError } from 'outlet-open-api';

/** Requests each kind of body from the service at a URL. A call that fails with the error of another class ends the process. */
const [baseUrl, ...kinds] = process.argv.slice(2);
const options = { baseUrl, accessToken: 'hostile', rateLimit: false, logLevel: 'off' } as const;
const lenient = new OutletClient({ ...options, responseValidation: 'lenient' });
const strict = new OutletClient({ ...options, responseValidation: 'strict' });
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

// One after another: the memory of calls at the same time adds up.
for (const kind of kinds) {
  const headers = { 'x-kind': kind };
  await lenient.orders.list(range, { headers }).toArray().catch(expectOwnError);
  await strict.orders.get('o-1', { headers }).catch(expectOwnError);
}

function expectOwnError(error: unknown): void {
  if (!(error instanceof OutletError)) throw error;
}
