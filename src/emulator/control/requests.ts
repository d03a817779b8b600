import { UnknownIdError } from '../../fake/fake-error.js';
import type { RequestSummary } from '../contract/requests.js';
import { statusText } from './delivery-outcome.js';
import type { Emulation } from './emulation.js';
import type { AddRoute } from './route.js';
import { waitFor } from './wait-for.js';

export function requestRoutes(route: AddRoute, emulation: Emulation): void {
  const { requests } = emulation;
  route('GET /requests', ({ outlet: { outletId }, query }) => requests.list({ ...query, outletId }));
  route('GET /requests/{id}', ({ id }) => {
    const request = requests.find(Number(id));
    if (!request) throw new UnknownIdError(`The log has no request ${id}. It keeps only the newest.`);
    return request;
  });
  route('GET /wait-for/request', ({ outlet: { outletId }, query: { timeout, ...filter }, signal }) =>
    waitFor(emulation, {
      find: () => {
        const all = requests.list({ ...filter, outletId, limit: Number.POSITIVE_INFINITY });
        return all.findLast(({ duration }) => duration !== null);
      },
      problem: () => `No request matched. ${newestText(requests.list({ outletId, limit: 3 }))}`,
      timeout,
      signal,
    }),
  );
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
