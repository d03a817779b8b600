import { type Outlet, type PlannedFault, UnknownIdError } from '../../fake/index.js';
import type { FaultView } from '../contract/faults.js';
import type { Emulation } from './emulation.js';
import type { AddRoute } from './route.js';

export function faultRoutes(route: AddRoute, emulation: Emulation): void {
  route('GET /faults', ({ outlet }) => faultsOf(emulation, outlet).map(viewOf));
  route('POST /faults', ({ outlet: { outletId }, body }) => {
    const times = body.times ?? Number.POSITIVE_INFINITY;
    return viewOf(emulation.faults.failNext({ ...body, times, outletId }));
  });
  route('DELETE /faults', ({ outlet }) => {
    for (const planned of faultsOf(emulation, outlet)) planned.remove();
  });
  route('DELETE /faults/{id}', ({ outlet, id }) => {
    const planned = faultsOf(emulation, outlet).find((candidate) => candidate.id === id);
    if (!planned) throw new UnknownIdError(`The fault ${id} is no longer active.`);
    planned.remove();
  });
}

/** Returns the faults of the outlet, and those of all outlets. */
export function faultsOf({ faults }: Emulation, { outletId }: Outlet): PlannedFault[] {
  return faults.active.filter(({ fault }) => fault.outletId === undefined || fault.outletId === outletId);
}

function viewOf({ id, fault, left, used }: PlannedFault): FaultView {
  const { outletId, times = 1, ...form } = fault;
  return { id, fault: { ...form, times: jsonOf(times) }, outletId, left: jsonOf(left), used };
}

/** JSON has no Infinity. */
function jsonOf(count: number): number | null {
  return Number.isFinite(count) ? count : null;
}
