import { z } from 'zod';
import { amount, readRows } from '../read-rows.js';
import type { Suite } from '../scenario.js';
import { jobScenarios, lastScenarios } from '../shared-scenarios.js';
import { accountingChecks } from './checks.js';
import type { AccountingVerification } from './configuration.js';
import { type AccountingRun, createAccountingRun, type State } from './run.js';
import { accountingScenarios } from './scenarios.js';

const bill = z.object({ id: z.string(), total: amount, tax: amount, status: z.string() });
const taking = z.object({ day: z.iso.date(), amount: amount.pipe(z.number()) });

/** The suite of a job that posts supplier bills. */
export const accounting: Suite<AccountingVerification, AccountingRun, State> = {
  title: 'Accounting',
  keyUseCase: 'order-data',
  isJob: true,
  actions: {
    poll: {
      about: 'Gets { from, to }, the last 7 days, and posts, updates or voids the bills of these receipts.',
      example: "({ run }) => run('node poll.js')",
    },
    backfill: {
      about: 'Gets { from }, and posts the bills of all receipts since then.',
      example: "({ run, from }) => run('node poll.js --from ' + from)",
      isOptional: true,
    },
    closeDay: {
      about:
        'Gets { day, timeZone }, and posts or corrects what the outlet took on this day, which begins at midnight in Europe/Berlin. Needs state.takings.',
      example: "({ run, day, timeZone }) => run('node close-day.js ' + day + ' ' + timeZone)",
      isOptional: true,
    },
  },
  state: {
    bills: {
      about:
        'Returns an array of { id, total, tax, status }, where status is posted while the bill counts. A job without a server needs a function of { dataFolder } that reads what it has written.',
      example: "'GET http://127.0.0.1:{port}/bills'",
      isPerOutlet: true,
    },
    takings: {
      about:
        'Returns an array of { day, amount }, such as 2026-02-03 and 12.5. The rows of a day are added up.',
      example: "'GET http://127.0.0.1:{port}/takings'",
      isOptional: true,
      isPerOutlet: true,
    },
  },
  catchUp: 'poll',
  scenarios: [...jobScenarios, ...accountingScenarios, ...lastScenarios],
  checks: accountingChecks,
  createRun({ actions, state }, environment, earlier, firstState) {
    const closeDay = state.takings && actions.closeDay;
    return createAccountingRun(environment, { ...actions, closeDay }, earlier, firstState);
  },
  async readState({ state, actionTimeout }, settings) {
    const [bills, takings] = await Promise.all([
      readRows('bills', state.bills, bill, settings, actionTimeout),
      state.takings ? readRows('takings', state.takings, taking, settings, actionTimeout) : [],
    ]);
    return { bills, takings };
  },
};
