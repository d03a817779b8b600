import { z } from 'zod';
import { type ActiveFault, faultKinds } from '../../fake/service/faults.js';
import type { FaultView } from '../contract.js';
import { type ControlContext, UnknownIdError } from './route.js';

/** A fault of the next matching requests. */
export const faultForm = z.object({
  /** Default: any method and path. */
  method: z.string().optional(),
  path: z.string().optional(),
  fault: z.enum(faultKinds),
  /** How many requests get the fault; `null` until it is removed. */
  times: z
    .number()
    .int('The number of requests must be a whole number.')
    .min(1, 'The number of requests must be 1 or more.')
    .nullable(),
  /** The share of the matching requests that get the fault, above 0 and at most 1. Default: 1. */
  share: z.number().optional(),
  delayMs: z
    .number()
    .min(0, 'The delay must be 0 or more.')
    .max(600_000, 'The delay must be at most 600,000 ms.')
    .optional(),
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
  route('POST /faults', faultForm, ({ body }) => {
    fake.failNext({ ...body, times: body.times ?? Number.POSITIVE_INFINITY });
  });
  route('DELETE /faults', () => {
    for (const active of [...fake.faults]) active.remove();
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
