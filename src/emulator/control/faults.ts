import { UnknownIdError } from '../../fake/fake-error.js';
import type { FakeOutlet } from '../../fake/fake-outlet.js';
import type { ActiveFault } from '../../fake/service/faults.js';
import type { FaultView } from '../contract/faults.js';
import type { AddRoute } from './route.js';

export function faultRoutes(route: AddRoute): void {
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
    const { outletId, times = 1, ...form } = fault;
    return { id: idOf(active), fault: { ...form, times: jsonOf(times) }, outletId, left: jsonOf(left), used };
  }

  route('GET /faults', ({ fake }) => faultsOf(fake).map(viewOf));
  route('POST /faults', ({ fake, body }) => {
    const { outletId } = fake;
    fake.failNext({ ...body, times: body.times ?? Number.POSITIVE_INFINITY, outletId });
    const added = fake.faults.at(-1);
    if (!added) throw new Error('failNext has added no fault.');
    return viewOf(added);
  });
  route('DELETE /faults', ({ fake }) => {
    for (const active of faultsOf(fake)) active.remove();
  });
  route('DELETE /faults/{id}', ({ fake, id }) => {
    const active = faultsOf(fake).find((candidate) => idOf(candidate) === id);
    if (!active) throw new UnknownIdError(`The fault ${id} is no longer active.`);
    active.remove();
  });
}

/** Returns the faults of the outlet, and those of all outlets. */
export function faultsOf({ faults, outletId }: FakeOutlet): ActiveFault[] {
  return faults.filter(({ fault }) => fault.outletId === undefined || fault.outletId === outletId);
}

/** JSON has no Infinity. */
function jsonOf(count: number): number | null {
  return Number.isFinite(count) ? count : null;
}
