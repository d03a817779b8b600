import type { Section } from '../row.js';
import { millionRecords } from './million-records.js';
import { slowConsumer } from './slow-consumer.js';
import { speed } from './speed.js';
import { stopEarly } from './stop-early.js';

export const lists: Section = {
  name: 'lists',
  title: 'Lists',
  intro:
    'The limit allows 5 pages per second. A client that follows one cursor gets one page per round trip.\n' +
    'The other clients do that, and ky with p-throttle and p-retry represents them. Only pages that one\n' +
    'cursor needs count.',
  rows: [speed, stopEarly, slowConsumer, millionRecords],
};
