import { z } from 'zod';
import { type ControlContext, UnknownIdError } from './route.js';

/** Which requests the log lists. */
export const requestFilter = z.object({
  keyId: z.string().exactOptional(),
  method: z.string().exactOptional(),
  /** `2xx`, `4xx`, `5xx`, `429` or `none` for requests without a response. */
  status: z.string().exactOptional(),
  /** `replay` for requests that repeated an idempotency key, `fault` for requests that got a fault. */
  kind: z.string().exactOptional(),
  /** Part of the path, a body or the idempotency key. */
  search: z.string().exactOptional(),
  /** Default: 200. */
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
