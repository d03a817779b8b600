import { digitalOrderingChecks } from '../../../src/verify/digital-ordering/checks.js';
import { digitalOrderingScenarios } from '../../../src/verify/digital-ordering/scenarios.js';
import { orderDataChecks } from '../../../src/verify/order-data/checks.js';
import { orderDataScenarios } from '../../../src/verify/order-data/scenarios.js';
import type { CheckText, Need, ScenarioText } from '../../../src/verify/scenario.js';
import { sharedChecks } from '../../../src/verify/shared-checks.js';
import { lastScenarios, sharedScenarios } from '../../../src/verify/shared-scenarios.js';
import { code, tableOf } from '../markdown.js';

type Row = readonly string[];

const needs: Readonly<Record<Need, string>> = {
  restart: code('start'),
  rotation: `${code('start')} or ${code('rotateToken')}`,
  sweep: `${code('sweep')} with Digital Ordering`,
  severalProcesses: code('severalProcesses'),
  addOutlet: code('addOutlet'),
  backfill: code('backfill'),
  refreshMenu: code('refreshMenu'),
};

/** The scenarios of the command `verify`. A name links to the page that says how to get it right. */
export function scenarios(): string {
  const rowOf = (scenario: ScenarioText): Row => [
    `[${code(scenario.name)}](${scenario.guide})`,
    scenario.why,
    (scenario.needs ?? []).map((need) => needs[need]).join(', '),
  ];
  const shared = sharedScenarios.map(rowOf);
  const last = lastScenarios.map(rowOf);
  const rows = joined(
    [...shared, ...digitalOrderingScenarios.map(rowOf), ...last],
    [...shared, ...orderDataScenarios.map(rowOf), ...last],
  );
  return tableOf(['Scenario', 'Use case', 'Why it matters', 'Needs'], rows);
}

/** What must be true after each scenario. */
export function checks(): string {
  const rowOf = ({ name, text }: CheckText): Row => [code(name), text];
  const shared = sharedChecks.map(rowOf);
  const rows = joined(
    [...digitalOrderingChecks.map(rowOf), ...shared],
    [...orderDataChecks.map(rowOf), ...shared],
  );
  return tableOf(['Check', 'Use case', 'What must be true'], rows);
}

/** Joins the rows of both use cases, and adds the use case after the name. A row of both occurs once. */
function joined(ordering: readonly Row[], orderData: readonly Row[]): Row[] {
  const isIn = (rows: readonly Row[], row: Row) => rows.some((other) => other.join() === row.join());
  const withUseCase = ([name = '', ...others]: Row, useCase: string): Row => [name, useCase, ...others];
  return [
    ...ordering.map((row) => withUseCase(row, isIn(orderData, row) ? 'both' : 'Digital Ordering')),
    ...orderData.filter((row) => !isIn(ordering, row)).map((row) => withUseCase(row, 'Order Data')),
  ];
}
