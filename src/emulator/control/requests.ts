import { FakeError, type Outlet, UnknownIdError } from '../../fake/index.js';
import type { RequestFilter, RequestSummary, RequestView } from '../contract/requests.js';
import { httpArchiveOf } from '../requests/http-archive.js';
import { statusText } from './delivery-outcome.js';
import type { EmulatorState } from './emulator-state.js';
import { findKey } from './keys.js';
import type { AddRoute } from './route.js';
import { waitFor } from './wait-for.js';

export function requestRoutes(route: AddRoute, emulator: EmulatorState): void {
  const { requests } = emulator;

  /** Requests without a valid token belong to no outlet. They are in the log of the first one, so that tests can count their own. */
  function outletIdsOf(outlet: Outlet): (string | undefined)[] {
    return outlet === emulator.outlet ? [outlet.outletId, undefined] : [outlet.outletId];
  }

  function list(outlet: Outlet, filter: RequestFilter, limit?: number): RequestSummary[] {
    return requests.list({ ...filter, outletIds: outletIdsOf(outlet) }, limit);
  }

  route('GET /requests', ({ outlet, query: { limit, ...filter } }) => list(outlet, filter, limit));
  route('DELETE /requests', ({ outlet }) => requests.remove({ outletIds: outletIdsOf(outlet) }));
  function find(outlet: Outlet, id: string): RequestView {
    const request = requests.find(Number(id));
    if (!request || (request.outletId ?? outlet.outletId) !== outlet.outletId)
      throw new UnknownIdError(`The log has no request ${id}. It keeps only the newest.`);
    return request;
  }

  route('GET /requests/har', ({ outlet, query: { limit, ...filter } }) =>
    httpArchiveOf(list(outlet, filter, limit).flatMap(({ number }) => requests.find(number) ?? [])),
  );
  route('GET /requests/{id}', ({ outlet, id }) => find(outlet, id));
  route('POST /requests/{id}/send', async ({ outlet, id, body }) => {
    const { number } = find(outlet, id);
    const request = requests.again(number, body.isNewKey);
    if (!request) throw new FakeError('The log does not have the API key or the whole body of the request.');
    // A fault can break the connection. The log says so.
    await fetch(request).catch(() => {});
  });
  route('GET /wait-for/request', ({ outlet, query: { timeout, ...filter }, signal }) => {
    if (filter.key !== undefined) findKey(outlet, filter.key);
    return waitFor(emulator, {
      outlet,
      find: () => list(outlet, filter).findLast(({ duration }) => duration !== null),
      // A wrong token is a usual reason, and its requests belong to no outlet.
      problem: () => {
        const newest = requests.list({ outletIds: [outlet.outletId, undefined] }, 3);
        return `No request matched. ${newestText(newest)}`;
      },
      timeout,
      signal,
    });
  });
  route('GET /rate-limit', ({ outlet }) => requests.rateLimit(outlet));
}

function newestText(requests: readonly RequestSummary[]): string {
  if (requests.length === 0) return 'The outlet has received no request.';
  const lines = requests.map((request) => {
    const { method, path, reason } = request;
    return `${method} ${path} (${[statusText(request), reason].filter(Boolean).join(': ')})`;
  });
  return `The newest requests are: ${lines.join('; ')}.`;
}
