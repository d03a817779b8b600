import Table from 'cli-table3';
import color from 'picocolors';
import { operationKinds } from '../operations/kinds.js';
import type { OperationReport, RunReport } from '../run.js';
import { faults } from '../service/faults.js';
import { type Law, laws, type Violation } from '../violation.js';
import { countBy } from './count-by.js';

/** What met which fault, and how that ended. */
export function faultTable(reports: readonly RunReport[]): string {
  const all = reports.flatMap(({ operations }) => operations);
  const rows = faults.map(({ name }) => {
    const met = all.filter((operation) => operation.met.includes(name));
    const times = met.flatMap((operation) => operation.met).filter((one) => one === name).length;
    return [name, times, ...endsOf(met)];
  });
  const undisturbed = all.filter(({ met }) => met.length === 0);
  return tableOf(
    ['fault', 'met', 'operations that met it'],
    [...rows, ['(none)', '', ...endsOf(undisturbed)]],
  );
}

/** How each operation of the client ended. */
export function operationTable(reports: readonly RunReport[]): string {
  const all = reports.flatMap(({ operations }) => operations);
  const rows = operationKinds.map((kind) => {
    const ofKind = all.filter((operation) => operation.kind === kind);
    return [kind, ofKind.length, ...endsOf(ofKind)];
  });
  return tableOf(['operation', 'called', 'ended'], [...rows, ['all', all.length, ...endsOf(all)]]);
}

/** How often each law was broken: never, if all is well. */
export function lawTable(violations: readonly Violation[]): string {
  const names = Object.keys(laws).filter((name): name is Law => name in laws);
  const rows = names.map((law) => {
    const count = violations.filter((violation) => violation.law === law).length;
    return [laws[law], count === 0 ? color.green('0') : color.red(count)];
  });
  return tableOf(['law', 'broken'], rows);
}

function endsOf(operations: readonly OperationReport[]): string[] {
  return [
    countBy(operations, ({ ended }) => ended)
      .map(([end, count]) => `${count} × ${end}`)
      .join('; '),
  ];
}

function tableOf(head: readonly string[], rows: readonly (string | number)[][]): string {
  const table = new Table({
    head: head.map((cell) => color.dim(cell)),
    colWidths: head.length === 3 ? [32, 8, 80] : [80, 10],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  table.push(...rows);
  return table.toString();
}
