import type { Rows } from '../faults/report/rows.js';
import { allMoments, moments } from './moments.js';
import type { RunReport } from './run.js';
import { type Law, laws } from './violation.js';

/** What became of the runs, by how many programs there were at a time. */
export function runRows(reports: readonly RunReport[]): Rows {
  const alone = reports.filter(({ programs }) => programs === 1);
  const several = reports.filter(({ programs }) => programs > 1);
  return {
    head: ['programs on one folder', 'runs', 'kills', 'handed over', 'of these again', 'missed', 'outcome'],
    rows: [sumOf('one', alone), sumOf('three at a time', several), sumOf('all', reports)],
  };
}

/** Where the programs died. */
export function momentRows(reports: readonly RunReport[]): Rows {
  const kills = reports.flatMap((report) => report.kills);
  const countOf = (moment: string, task: string) =>
    kills.filter((kill) => kill.moment === moment && kill.task === task).length;
  return {
    head: ['killed', 'in `backfillOrders`', 'in `pollGoodsReceipts`'],
    rows: allMoments.map((moment) => [moments[moment], countOf(moment, 'backfill'), countOf(moment, 'poll')]),
  };
}

/** How often each law was broken: never, if all is well. */
export function lawRows(reports: readonly RunReport[]): Rows {
  const broken = reports.flatMap(({ violations }) => violations);
  const names = Object.keys(laws).filter((name): name is Law => name in laws);
  return {
    head: ['law', 'broken'],
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
    sum(({ handedOver }) => handedOver),
    sum(({ twice }) => twice),
    sum(({ missed }) => missed),
    broken === 0 ? 'agrees' : `${broken} laws broken`,
  ];
}
