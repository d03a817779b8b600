import type { Section } from '../row.js';
import { millionRecords } from './million-records.js';
import { slowConsumer } from './slow-consumer.js';
import { quickConsumer, workingConsumer } from './speed.js';
import { stopEarly } from './stop-early.js';

export const lists: Section = {
  name: 'lists',
  title: 'Walking lists',
  intro:
    'The limit allows 5 pages a second, and a walk from cursor to cursor one in each round trip. Peers walk that way: ky with ' +
    'p-throttle and p-retry stands for all of them. Only pages that a plain walk would have needed count.',
  rows: [quickConsumer, workingConsumer, stopEarly, slowConsumer, millionRecords],
};
