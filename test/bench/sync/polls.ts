import type { Row } from '../row.js';
import { megabytes, mostGrowth } from './growth.js';
import { perform } from './perform.js';
import type { Outcome, PollWork } from './work.js';

/** Some 90 receipts a day. */
const days = 1_095;
/** Requests per second. */
const limit = 5;

export const firstPoll: Row = {
  name: 'poll',
  figure:
    'First run of pollGoodsReceipts over 100,000 receipts of 3 years, without a limit or a network: memory growth',
  bar: 'under 20 MB, each receipt once',
  isHeavy: true,
  measure: ({ quick }) => measure(workOf(quick, undefined)),
};

export const pollWithDraft: Row = {
  name: 'poll-draft',
  figure: 'The same with an 89-day-old draft, so that all receipts since then are watched',
  bar: 'under 20 MB in addition to twice the checkpoint, each receipt once',
  isHeavy: true,
  measure: ({ quick }) => measure(workOf(quick, 89)),
};

async function measure(work: PollWork) {
  const outcome = await perform(work);
  const { growth, faults, saving } = outcome;
  const allowed = work.draftAge === undefined ? 0 : 2 * saving.largest;
  return [
    { client: 'ours' as const, text: textOf(outcome), met: growth < mostGrowth + allowed && faults === 0 },
  ];
}

function textOf({ growth, faults, seconds, requests, saving, quiet }: Outcome): string {
  const inQuiet = quiet
    ? `; the next poll without changes: ${quiet.requests} requests, ${(quiet.requests / limit).toFixed(1)} s at the limit, ` +
      `${quiet.seconds.toFixed(1)} s of work, ${megabytes(quiet.saving.bytes)} written`
    : '';
  return (
    `${megabytes(growth)}, ${requests} requests and ${seconds.toFixed(0)} s of work; the largest checkpoint ${megabytes(saving.largest)}, ` +
    `${megabytes(saving.bytes)} written in ${saving.saves} saves${inQuiet}${faults === 0 ? '' : `; ${faults} not delivered exactly once`}`
  );
}

function workOf(quick: boolean, draftAge: number | undefined): PollWork {
  const count = quick ? 20_000 : 100_000;
  return { kind: 'poll', count, days: (days * count) / 100_000, draftAge };
}
