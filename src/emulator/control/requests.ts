import { z } from 'zod';
import { type ControlContext, UnknownIdError } from './route.js';

const requestFilter = z.object({
  keyId: z.string().exactOptional(),
  method: z.string().exactOptional(),
  status: z.string().exactOptional(),
  kind: z.string().exactOptional(),
  search: z.string().exactOptional(),
  limit: z.coerce.number().int().positive().exactOptional(),
});

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
