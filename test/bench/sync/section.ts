import type { Section } from '../row.js';
import { atTheLimit } from './at-the-limit.js';
import { backfill, reconcile } from './orders.js';
import { firstPoll, pollWithDraft } from './polls.js';
import { savingShare } from './saving.js';

export const sync: Section = {
  name: 'sync',
  title: 'Sync',
  intro:
    'Other clients have no such functions. Without a limit or a network, the outlet runs in the same\n' +
    'process and generates its pages. Memory is the maximum after garbage collection, with typed arrays,\n' +
    'minus the memory in use after the first fortieth of the records.',
  rows: [backfill, atTheLimit, reconcile, firstPoll, pollWithDraft, savingShare],
};
