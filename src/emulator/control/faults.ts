import type { ActiveFault } from '../../fake/service/faults.js';
import type { FaultView } from '../contract.js';
import { faultForm } from '../inputs.js';
import { UnknownIdError } from './emulation.js';
import type { ControlContext } from './route.js';

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
