import { z } from 'zod';
import { amount, readRows } from '../read-rows.js';
import type { Suite } from '../scenario.js';
import type { BackendSettings } from '../settings.js';
import { jobScenarios, lastScenarios } from '../shared-scenarios.js';
import { accountingChecks } from './checks.js';
import type { AccountingVerification, BackendBill } from './configuration.js';
import { type AccountingRun, createAccountingRun } from './run.js';
import { accountingScenarios } from './scenarios.js';

const bill = z.object({ id: z.string(), total: amount, tax: amount, status: z.string() });

/** The suite of a job that posts supplier bills. */
export const accounting: Suite<AccountingVerification, AccountingRun, readonly BackendBill[]> = {
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
  },
  state: {
    bills: {
      about:
        'Returns an array of { id, total, tax, status }, where status is posted while the bill counts. Without a server: ({ dataFolder }) => [].',
      example: "'GET http://127.0.0.1:{port}/bills'",
      isPerOutlet: true,
    },
  },
  catchUp: 'poll',
  scenarios: [...jobScenarios, ...accountingScenarios, ...lastScenarios],
  checks: accountingChecks,
  createRun: ({ actions }, environment, earlier, firstState = []) =>
    createAccountingRun(environment, actions, earlier, new Set(firstState.map(({ id }) => id))),
  readState: ({ state, actionTimeout }: AccountingVerification, settings: BackendSettings) =>
    readRows('bills', state.bills, bill, settings, actionTimeout),
};
