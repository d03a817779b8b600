import type { Row } from '../row.js';
import { perform } from './perform.js';
import type { Outcome, Work } from './work.js';

/** Requests per second. */
const limit = 5;

export const savingShare: Row = {
  name: 'saving',
  figure:
    'A save of `createFileCheckpointStore`, relative to a plain write of the same bytes: in a backfill, in the first poll of 10,000 ' +
    'receipts, and the same with an 89-day-old draft; and its share of the time at the limit',
  bar: 'no target',
  isHeavy: true,
  async measure() {
    const poll = { kind: 'poll', count: 10_000, days: 110 } as const;
    const works: readonly Work[] = [
      { kind: 'backfill', count: 10_000, days: 37, store: 'file' },
      { ...poll, draftAge: undefined },
      { ...poll, draftAge: 89 },
    ];
    const outcomes: Outcome[] = [];
    for (const work of works) outcomes.push(await perform(work));
    const ratios = outcomes.map(({ saving: { compared } }) => compared.ours / compared.plain);
    const texts = [
      ratios.map((ratio) => `${ratio.toFixed(1)} ×`),
      outcomes.map((outcome) => `${(100 * shareOf(outcome)).toFixed(1)} %`),
    ];
    const text = texts.map((parts) => parts.join(', ')).join('; ');
    return [{ client: 'ours', text }];
  },
};

function shareOf({ saving, requests }: Outcome): number {
  return saving.seconds / (requests / limit);
}
