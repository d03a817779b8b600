import { requestFilter } from '../inputs.js';
import { UnknownIdError } from './emulation.js';
import type { ControlContext } from './route.js';

export function requestRoutes({ route, emulation: { requests } }: ControlContext): void {
  route('GET /requests', requestFilter, ({ query }) => requests.list(query));
  route('GET /requests/:id', ({ id }) => {
    const request = requests.find(Number(id));
    if (!request) throw new UnknownIdError(`The log has no request ${id}. It keeps only the newest.`);
    return request;
  });
  route('DELETE /requests', () => {
    requests.clear();
  });
  route('GET /rate-limit', () => requests.rateLimit());
}
