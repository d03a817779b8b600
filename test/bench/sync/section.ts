import type { Section } from '../row.js';
import { atTheLimit } from './at-the-limit.js';
import { backfill, reconcile } from './orders.js';
import { firstPoll, pollWithDraft } from './polls.js';
import { savingShare } from './saving.js';

export const sync: Section = {
  name: 'sync',
  title: 'Keeping in step',
  intro:
    'Nobody else has these functions, so that no peers stand beside them. Where there is no limit and no network, the outlet is in the ' +
    'same process, and makes its pages up from their places. Memory is what is in use after garbage collection, typed arrays included, at most, ' +
    'less what was in use when a fortieth of the records had come.',
  rows: [backfill, atTheLimit, reconcile, firstPoll, pollWithDraft, savingShare],
};
