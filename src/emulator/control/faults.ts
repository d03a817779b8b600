import { type Outlet, type PlannedFault, UnknownIdError } from '../../fake/index.js';
import type { FaultView } from '../contract/faults.js';
import type { EmulatorState } from './emulator-state.js';
import type { AddRoute } from './route.js';

export function faultRoutes(route: AddRoute, emulator: EmulatorState): void {
  route('GET /faults', ({ outlet }) => faultsOf(emulator, outlet).map(viewOf));
  route('POST /faults', ({ outlet: { outletId }, body }) => {
    const times = body.times === null ? Number.POSITIVE_INFINITY : body.times;
    return viewOf(emulator.faults.failNext({ ...body, times, outletId }));
  });
  route('DELETE /faults', ({ outlet }) => {
    for (const planned of faultsOf(emulator, outlet)) planned.remove();
  });
  route('DELETE /faults/{id}', ({ outlet, id }) => {
    const planned = faultsOf(emulator, outlet).find((candidate) => candidate.id === id);
    if (!planned) throw new UnknownIdError(`The fault ${id} is no longer active.`);
    planned.remove();
  });
}

/** Returns the faults of the outlet, and those of all outlets. */
export function faultsOf({ faults }: EmulatorState, { outletId }: Outlet): PlannedFault[] {
  return faults.active.filter(({ fault }) => fault.outletId === undefined || fault.outletId === outletId);
}

function viewOf({ id, fault, left, used }: PlannedFault): FaultView {
  const { outletId, ...form } = fault;
  return { id, fault: { ...form, times: jsonOf(left + used) }, outletId, left: jsonOf(left), used };
}

/** JSON has no Infinity. */
function jsonOf(count: number): number | null {
  return Number.isFinite(count) ? count : null;
}
