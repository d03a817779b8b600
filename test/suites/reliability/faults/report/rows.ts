import { operationKinds } from '../operations/kinds.js';
import type { OperationReport, RunReport } from '../run.js';
import { faults } from '../service/faults.js';
import { type Law, laws, type Violation } from '../violation.js';
import { countBy } from './count-by.js';

/** A table, independent of its format. */
export interface Rows {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The operations of each fault, and their outcomes. */
export function faultRows(reports: readonly RunReport[]): Rows {
  const all = reports.flatMap(({ operations }) => operations);
  const rows = faults.map(({ name }) => {
    const met = all.filter((operation) => operation.met.includes(name));
    const times = met.flatMap((operation) => operation.met).filter((one) => one === name).length;
    return [name, times, endsOf(met)];
  });
  const undisturbed = all.filter(({ met }) => met.length === 0);
  return {
    head: ['fault', 'requests', 'how their operations ended'],
    rows: [...rows, ['(none)', '', endsOf(undisturbed)]],
  };
}

/** The outcomes of each operation of the client. */
export function operationRows(reports: readonly RunReport[]): Rows {
  const all = reports.flatMap(({ operations }) => operations);
  const rows = operationKinds.map((kind) => {
    const ofKind = all.filter((operation) => operation.kind === kind);
    return [kind, ofKind.length, endsOf(ofKind)];
  });
  return { head: ['operation', 'called', 'ended'], rows: [...rows, ['all', all.length, endsOf(all)]] };
}

/** How often each law was violated: never, if all is well. */
export function lawRows(violations: readonly Violation[]): Rows {
  const names = Object.keys(laws).filter((name): name is Law => name in laws);
  const rows = names.map((law) => [
    laws[law],
    violations.filter((violation) => violation.law === law).length,
  ]);
  return { head: ['rule', 'violations'], rows };
}

function endsOf(operations: readonly OperationReport[]): string {
  return countBy(operations, ({ ended }) => ended)
    .map(([end, count]) => `${count} × ${end}`)
    .join('; ');
}
