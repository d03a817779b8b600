import { test } from 'vitest';
import { hasFailed } from '../../../src/verify/run-scenario.js';
import { isNightly, verify } from './verify.js';

const accounting = 'test/suites/verify/backends/accounting';
const inventory = 'test/suites/verify/backends/inventory';
const ordering = 'test/suites/verify/backends/ordering';
const python = 'test/suites/verify/backends/python';
const reporting = 'test/suites/verify/backends/reporting';
const reservations = 'test/suites/verify/backends/reservations';

/** What `npm run suite verify` runs with each example. */
const shortRun = ['plain-day', 'restarted-at-rest', 'duplicate-webhooks'];

const shortRunOfJobs = ['plain-day', 'changed-after-posting', 'killed-in-a-poll'];

const jobs = ['examples/accounting', ...(isNightly ? [accounting] : [])];

/** Each correct backend, with its style. */
const backends = [
  ['examples/crash-safe-orders', ''],
  ['examples/inventory', ''],
  ['examples/reservations', ''],
] as const;

const moreBackends = [
  [ordering, 'stores'],
  [reporting, 'stores'],
  [inventory, 'stores'],
  [reservations, 'stores'],
  [ordering, 'polls'],
  [reporting, 'polls'],
  [ordering, 'reads-first'],
  [reporting, 'reads-first'],
  [python, 'queue'],
  [reservations, 'polls'],
] as const;

/** Each backend with a mistake, the scenarios, and the checks that the last one fails. */
type Row = readonly [
  folder: string,
  mistake: string,
  scenarios: readonly string[],
  checks: readonly string[],
];

/** One mistake for each check. */
const mistakes: readonly Row[] = [
  [ordering, 'new-key-for-each-attempt', ['lost-response'], ['one-order-per-reference']],
  [ordering, 'posts-a-copy', ['plain-day'], ['no-other-order']],
  [ordering, 'sends-one-piece', ['plain-day'], ['as-placed']],
  [ordering, 'pays-too-little', ['plain-day'], ['published-prices']],
  [ordering, 'confirms-at-once', ['late-cancellation'], ['cancellation']],
  [ordering, 'repeats-rejections', ['rejected-item'], ['status', 'no-storm']],
  [ordering, 'checks-no-secret', ['forged-webhook'], ['no-call-for-a-forgery']],
  [ordering, 'logs-guests', ['plain-day'], ['no-secret-in-output']],
  [ordering, 'mixes-up-outlets', ['two-outlets'], ['one-order-per-reference']],
  [reservations, 'new-key-for-each-attempt', ['lost-response'], ['one-order-per-reservation']],
  [reservations, 'posts-a-copy', ['plain-day'], ['no-other-order']],
  [reservations, 'keeps-its-own-table', ['changed-by-both'], ['same-as-outlet']],
  [reservations, 'sends-all-fields', ['changed-by-both'], ['last-change-wins']],
  [reservations, 'cancels-with-a-count', ['plain-day'], ['update-rules', 'cancellation']],
  [reservations, 'sends-deposits-twice', ['plain-day'], ['deposit-once']],
  [reporting, 'keeps-data-in-memory', ['restarted-at-rest'], ['every-order-once']],
  [reporting, 'books-each-sale-twice', ['plain-day'], ['no-other-sale']],
  [reporting, 'handles-the-first-event', ['changed-after-completion'], ['status', 'paid-amount']],
  [reporting, 'ignores-reopened-orders', ['reopened-at-night'], ['no-reopened-sale']],
  [inventory, 'counts-no-options', ['plain-day'], ['consumption']],
  [inventory, 'reads-a-menu-once', ['menu-with-faults'], ['published-menu']],
  [accounting, 'needs-exact-headers', ['amounts'], ['every-bill-once']],
  [accounting, 'taxes-shipping', ['plain-day'], ['bill-total', 'bill-tax']],
  [accounting, 'never-reverses', ['plain-day'], ['cancelled-bill-reversed']],
  [accounting, 'posts-drafts', ['plain-day'], ['no-other-bill']],
  [accounting, 'closes-a-utc-day', ['plain-day'], ['takings']],
];

const moreMistakes: readonly Row[] = [
  [ordering, 'keeps-data-in-memory', ['restarted-at-rest'], ['status']],
  [ordering, 'sends-rejected-orders-again', ['closed-outlet'], ['one-order-per-reference']],
  [ordering, 'recalculates-payments', ['price-changed'], ['published-prices', 'status']],
  [reservations, 'mixes-up-outlets', ['two-outlets'], ['one-order-per-reservation']],
  [reservations, 'confirms-at-once', ['late-cancellation'], ['cancellation']],
  [accounting, 'discounts-shipping', ['plain-day'], ['bill-total']],
  [accounting, 'closes-24-hours', ['plain-day', 'daylight-saving'], ['takings']],
  [ordering, 'trusts-the-event', ['plain-day', 'duplicate-webhooks'], ['status']],
  [ordering, 'has-no-time-limit', ['plain-day', 'hanging-requests'], ['one-order-per-reference']],
  [ordering, 'sends-no-options', ['plain-day'], ['as-placed']],
  [ordering, 'sends-ten-lines', ['plain-day', 'large-menu'], ['as-placed', 'published-prices']],
  [ordering, 'sends-to-a-table', ['plain-day'], ['as-placed']],
  [ordering, 'uses-another-name', ['plain-day'], ['as-placed']],
  [ordering, 'logs-the-token', ['plain-day'], ['no-secret-in-output']],
  [ordering, 'logs-the-secret', ['plain-day'], ['no-secret-in-output']],
  [ordering, 'never-waits', ['plain-day'], ['no-storm']],
  [ordering, 'compares-the-beginning', ['plain-day', 'forged-webhook'], ['no-call-for-a-forgery']],
  [ordering, 'accepts-a-longer-secret', ['plain-day', 'forged-webhook'], ['no-call-for-a-forgery']],
  [ordering, 'stops-at-a-rejection', ['plain-day', 'closed-outlet'], ['one-order-per-reference', 'status']],
  [ordering, 'forgets-ended-orders', ['plain-day', 'repeated-after-the-end'], ['one-order-per-reference']],
  [ordering, 'acknowledges-before-storing', ['plain-day', 'killed-while-handling'], ['status']],
  [ordering, 'handles-the-first-event', ['plain-day'], ['status']],
  [ordering, 'ignores-unknown-orders', ['plain-day', 'lost-response'], ['status']],
  [ordering, 'forgets-early-cancellations', ['plain-day', 'early-cancellation'], ['cancellation']],
  [ordering, 'never-sweeps', ['plain-day', 'lost-webhooks'], ['status']],
  [python, 'has-no-lease', ['plain-day', 'two-processes'], ['one-order-per-reference']],
  [reservations, 'logs-guests', ['plain-day'], ['no-secret-in-output']],
  [reservations, 'checks-no-secret', ['plain-day', 'forged-webhook'], ['no-call-for-a-forgery']],
  [reservations, 'ignores-totals', ['plain-day'], ['same-as-outlet']],
  [reservations, 'reads-only-new-statuses', ['rounds'], ['same-as-outlet']],
  [reservations, 'ignores-moved-guests', ['plain-day', 'changed-by-both'], ['same-as-outlet']],
  [reservations, 'renames-reservations', ['plain-day'], ['update-rules', 'last-change-wins']],
  [reservations, 'sends-no-deposit', ['plain-day'], ['deposit-once']],
  [reservations, 'changes-deposits', ['plain-day'], ['deposit-once']],
  [reservations, 'retries-without-deposits', ['plain-day', 'outage'], ['deposit-once']],
  [
    reservations,
    'shows-all-outlets',
    ['plain-day', 'two-outlets'],
    ['one-order-per-reservation', 'same-as-outlet'],
  ],
  [reservations, 'drops-failed-changes', ['plain-day', 'changes-with-faults'], ['last-change-wins']],
  [
    reservations,
    'forgets-pending-work',
    ['killed-while-changing'],
    ['one-order-per-reservation', 'last-change-wins', 'cancellation'],
  ],
  [reservations, 'keeps-the-last-contact', ['plain-day'], ['last-change-wins']],
  [reservations, 'finds-guests-by-name', ['plain-day'], ['last-change-wins']],
  [reservations, 'sends-local-time', ['plain-day'], ['deposit-once']],
  [reservations, 'has-one-reference-of-deposits', ['plain-day'], ['deposit-once']],
  [reservations, 'knows-six-tables', ['table-removed'], ['one-order-per-reservation']],
  [reservations, 'cancels-at-once', ['changes-with-faults'], ['cancellation']],
  [reservations, 'rejects-repeated-cancellations', ['changes-with-faults'], ['cancellation']],
  [
    reservations,
    'cancels-unanswered-orders-alone',
    ['early-cancellation'],
    ['same-as-outlet', 'cancellation'],
  ],
  [reservations, 'never-sweeps', ['plain-day', 'lost-webhooks'], ['same-as-outlet']],
  [reservations, 'sweeps-open-orders', ['plain-day', 'lost-webhooks'], ['same-as-outlet']],
  [reservations, 'ignores-ended-orders', ['plain-day', 'duplicate-webhooks'], ['same-as-outlet']],
  [reservations, 'drops-accents', ['plain-day'], ['last-change-wins']],
  [reservations, 'ignores-unknown-orders', ['plain-day', 'lost-response'], ['same-as-outlet']],
  [reservations, 'looks-before-it-stores', ['plain-day', 'lost-response'], ['one-order-per-reservation']],
  [reservations, 'replays-changes', ['plain-day', 'changed-by-both'], ['last-change-wins']],
  [reservations, 'keeps-one-change', ['plain-day', 'killed-while-changing'], ['last-change-wins']],
  [reservations, 'shows-the-wanted-table', ['plain-day', 'table-removed'], ['same-as-outlet']],
  [reporting, 'acknowledges-before-storing', ['plain-day', 'killed-while-handling'], ['every-order-once']],
  [reporting, 'mixes-up-outlets', ['plain-day', 'two-outlets'], ['every-order-once']],
  [reporting, 'books-all-at-one-outlet', ['plain-day', 'two-outlets'], ['every-order-once', 'no-other-sale']],
  [reporting, 'handles-repeats-twice', ['plain-day', 'duplicate-webhooks'], ['paid-amount']],
  [reporting, 'keeps-late-responses', ['plain-day', 'late-response'], ['status', 'paid-amount']],
  [reporting, 'stops-at-a-short-page', ['plain-day', 'months-of-history'], ['every-order-once']],
  [reporting, 'forgets-downtime', ['plain-day', 'down-for-ten-seconds'], ['every-order-once']],
  [reporting, 'has-another-url', ['plain-day'], ['actions-succeed']],
  [reporting, 'logs-the-token', ['plain-day'], ['no-secret-in-output']],
  [reporting, 'repeats-rejections', ['plain-day', 'partner-aggregated'], ['no-storm']],
  [reporting, 'removes-missing-orders', ['partner-aggregated'], ['every-order-once']],
  [reporting, 'compares-the-beginning', ['plain-day', 'forged-webhook'], ['no-call-for-a-forgery']],
  [reporting, 'takes-a-failure-as-the-end', ['plain-day', 'nightly-job-with-faults'], ['every-order-once']],
  [reporting, 'keeps-late-pages', ['late-response', 'nightly-job-with-faults'], ['status', 'paid-amount']],
  [reporting, 'starts-a-backfill-once', ['killed-in-a-backfill'], ['every-order-once']],
  [reporting, 'sends-local-time', ['plain-day', 'edges-of-the-range'], ['every-order-once']],
  [
    reporting,
    'has-no-nightly-job',
    ['plain-day', 'lost-webhooks'],
    ['every-order-once', 'status', 'paid-amount'],
  ],
  [reporting, 'removes-old-copies', ['older-than-the-range'], ['every-order-once']],
  [inventory, 'keeps-one-line-of-an-item', ['plain-day'], ['consumption']],
  [inventory, 'never-reverses', ['plain-day'], ['consumption']],
  [inventory, 'keeps-removed-items', ['item-removed'], ['published-menu']],
  [inventory, 'keeps-late-menus', ['plain-day', 'menu-published-twice'], ['published-menu']],
  [accounting, 'has-two-bills', ['plain-day'], ['every-bill-once', 'bill-total', 'bill-tax']],
  [accounting, 'uses-the-number', ['plain-day'], ['every-bill-once', 'no-other-bill']],
  [accounting, 'keeps-one-bill-of-a-number', ['plain-day'], ['every-bill-once']],
  [accounting, 'voids-missing-bills', ['older-than-the-range'], ['every-bill-once']],
  [accounting, 'adds-tax-twice', ['plain-day'], ['bill-total']],
  [accounting, 'ignores-line-discounts', ['plain-day'], ['bill-total']],
  [accounting, 'calculates-from-unit-prices', ['plain-day'], ['bill-total']],
  [accounting, 'cuts-cents-off', ['plain-day'], ['bill-total']],
  [accounting, 'needs-a-total', ['plain-day', 'amounts'], ['bill-total']],
  [accounting, 'never-updates', ['plain-day'], ['bill-total', 'bill-tax', 'cancelled-bill-reversed']],
  [accounting, 'reads-the-default-status', ['plain-day'], ['cancelled-bill-reversed']],
  [accounting, 'reads-only-what-is-new', ['plain-day', 'completed-on-day-6'], ['every-bill-once']],
  [accounting, 'stops-at-a-short-page', ['plain-day', 'many-receipts'], ['every-bill-once']],
  [accounting, 'sends-local-time', ['edges-of-the-range'], ['every-bill-once']],
  [accounting, 'takes-a-failure-as-the-end', ['plain-day', 'poll-with-faults'], ['every-bill-once']],
  [accounting, 'shortens-long-ranges', ['plain-day', 'over-31-days'], ['every-bill-once']],
  [accounting, 'leaves-gaps', ['over-31-days'], ['every-bill-once']],
  [accounting, 'reads-two-slices', ['over-31-days'], ['every-bill-once']],
  [accounting, 'saves-its-position-first', ['plain-day', 'killed-in-a-poll'], ['every-bill-once']],
  [
    accounting,
    'has-no-time-limit',
    ['plain-day', 'hanging-requests'],
    ['actions-succeed', 'every-bill-once', 'takings'],
  ],
  [accounting, 'logs-the-token', ['plain-day'], ['no-secret-in-output']],
  [accounting, 'closes-a-day-of-the-server', ['plain-day'], ['takings']],
  [accounting, 'counts-cancelled-orders', ['plain-day'], ['takings']],
  [accounting, 'adds-a-repeat', ['plain-day'], ['takings']],
  [accounting, 'shares-its-books', ['plain-day', 'two-outlets'], ['no-other-bill', 'takings']],
  [accounting, 'closes-with-the-first-page', ['plain-day'], ['takings']],
  [accounting, 'closes-before-midnight', ['plain-day'], ['takings']],
  [accounting, 'takes-a-failure-as-the-end', ['closing-with-faults'], ['takings']],
  [accounting, 'updates-changed-totals-only', ['changed-after-posting'], ['bill-tax']],
  [accounting, 'posts-four-decimals', ['plain-day'], ['bill-tax']],
  [accounting, 'closes-a-day-once', ['plain-day', 'changed-after-closing'], ['takings']],
  [accounting, 'closes-no-empty-day', ['plain-day', 'changed-after-closing'], ['takings']],
  [accounting, 'counts-cards-only', ['plain-day'], ['takings']],
  [accounting, 'hides-failures', ['plain-day', 'closing-with-faults'], ['takings']],
  [accounting, 'keeps-pages-of-a-failed-list', ['closing-with-faults'], ['takings']],
];

test.concurrent.for(isNightly ? [...backends, ...moreBackends] : backends)(
  '%s with the style "%s" passes',
  async ([folder, style], { expect, signal }) => {
    const only = isNightly ? [] : shortRun;
    const { status, scenarios } = await verify(folder, { signal, style, only });

    expect(scenarios.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(status).toBe(0);
    expect(scenarios.length).toBeGreaterThan(isNightly ? 20 : 2);
  },
);

test.concurrent.for(jobs)('%s passes', async (folder, { expect, signal }) => {
  const only = isNightly ? [] : shortRunOfJobs;
  const { status, scenarios } = await verify(folder, { signal, only });

  expect(scenarios.filter(({ result }) => result === 'failed' || result === 'warning')).toEqual([]);
  expect(status).toBe(0);
  expect(scenarios.length).toBeGreaterThan(isNightly ? 15 : 2);
});

test.concurrent('a warning alone does not fail a run', async ({ expect, signal }) => {
  const { status, scenarios } = await verify(accounting, {
    signal,
    mistake: 'posts-early',
    only: ['plain-day'],
  });
  const warned = scenarios.flatMap(({ checks }) => checks.filter(({ failures }) => failures.length > 0));

  expect(warned.map(({ check }) => check)).toEqual(['no-early-bill']);
  expect(status).toBe(0);
});

test.concurrent('a strict run fails if scenarios or seeds are missing', async ({ expect, signal }) => {
  const { status, result } = await verify(ordering, { signal, only: ['plain-day'], options: ' --strict' });

  expect([status, result]).toEqual([1, 'incomplete']);
});

test.concurrent.for(isNightly ? [...mistakes, ...moreMistakes] : mistakes)(
  '%s with the mistake %s fails in %j',
  async ([folder, mistake, only, checks], { expect, signal }) => {
    const { status, scenarios } = await verify(folder, { signal, mistake, only });
    const failed = scenarios.map(({ name, checks }) => [
      name,
      new Set(checks.filter(hasFailed).map(({ check }) => check)),
    ]);

    expect(failed).toEqual(
      only.map((name, index) => [name, new Set(index === only.length - 1 ? checks : [])]),
    );
    expect(status).toBe(1);
  },
);
