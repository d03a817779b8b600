import { z } from 'zod';
import { type ActiveFault, faultKinds } from '../../fake/service/faults.js';
import type { FaultView } from '../contract.js';
import { type ControlContext, UnknownIdError } from './route.js';

const fault = z.object({
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  fault: z.enum(faultKinds),
  times: z
    .number()
    .int('The number of requests must be a whole number.')
    .min(1, 'The number of requests must be 1 or more.')
    .nullable(),
  share: z.number().exactOptional(),
  delayMs: z
    .number()
    .min(0, 'The delay must be 0 or more.')
    .max(600_000, 'The delay must be at most 600,000 ms.')
    .exactOptional(),
});

export function faultRoutes({ route, emulation: { fake } }: ControlContext): void {
  const ids = new WeakMap<ActiveFault, string>();
  let lastId = 0;

  function idOf(active: ActiveFault): string {
    const known = ids.get(active);
    if (known) return known;
    lastId += 1;
    const id = `fault-${lastId}`;
    ids.set(active, id);
    return id;
  }

  function viewOf(active: ActiveFault): FaultView {
    const { fault, left, used } = active;
    return {
      id: idOf(active),
      fault: { ...fault, times: jsonOf(fault.times ?? 1) },
      left: jsonOf(left),
      used,
    };
  }

  route('GET /faults', () => fake.faults.map(viewOf));
  route('POST /faults', fault, ({ body }) => {
    fake.failNext({ ...body, times: body.times ?? Number.POSITIVE_INFINITY });
  });
  route('DELETE /faults/:id', ({ id }) => {
    const active = fake.faults.find((candidate) => idOf(candidate) === id);
    if (!active) throw new UnknownIdError(`The fault ${id} is no longer active.`);
    active.remove();
  });
}

/** JSON has no Infinity. */
function jsonOf(count: number): number | null {
  return Number.isFinite(count) ? count : null;
}
