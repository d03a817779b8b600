import type { Rows } from '../faults/report/rows.js';
import { allMoments, moments } from './kill-moments.js';
import type { RunReport } from './run.js';
import { type Law, laws } from './violation.js';

/** The outcome of the runs, by what shared the store. */
export function runRows(reports: readonly RunReport[]): Rows {
  const having = (programs: number, outlets: number) =>
    reports.filter((report) => report.programs === programs && report.outlets === outlets);
  return {
    head: ['sharing one store', 'runs', 'kills', 'delivered', 'delivered again', 'missed', 'outcome'],
    rows: [
      sumOf('one program, one outlet', having(1, 1)),
      sumOf('two programs', having(2, 1)),
      sumOf('one program with two outlets', having(1, 2)),
      sumOf('two programs with two outlets', having(2, 2)),
      sumOf('all', reports),
    ],
  };
}

/** When the programs were killed. */
export function momentRows(reports: readonly RunReport[]): Rows {
  const kills = reports.flatMap((report) => report.kills);
  const countOf = (moment: string, task: string) =>
    kills.filter((kill) => kill.moment === moment && kill.task === task).length;
  return {
    head: ['killed', 'in `backfillOrders`', 'in `pollGoodsReceipts`'],
    rows: allMoments.map((moment) => [moments[moment], countOf(moment, 'backfill'), countOf(moment, 'poll')]),
  };
}

/** How often each law was broken. */
export function lawRows(reports: readonly RunReport[]): Rows {
  const broken = reports.flatMap(({ violations }) => violations);
  const names = Object.keys(laws).filter((name): name is Law => name in laws);
  return {
    head: ['rule', 'violations'],
    rows: names.map((name) => [laws[name], broken.filter(({ law }) => law === name).length]),
  };
}

function sumOf(name: string, reports: readonly RunReport[]): readonly (string | number)[] {
  const sum = (read: (report: RunReport) => number) => reports.reduce((all, report) => all + read(report), 0);
  const broken = sum(({ violations }) => violations.length);
  return [
    name,
    reports.length,
    sum(({ kills }) => kills.length),
    sum(({ delivered }) => delivered),
    sum(({ twice }) => twice),
    sum(({ missed }) => missed),
    broken === 0 ? 'agrees' : `${broken} violations`,
  ];
}
