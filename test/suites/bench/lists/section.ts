import type { Section } from '../row.js';
import { slowConsumer } from './slow-consumer.js';
import { speed } from './speed.js';
import { stopEarly } from './stop-early.js';

export const lists: Section = {
  name: 'lists',
  rows: [speed, stopEarly, slowConsumer],
};
