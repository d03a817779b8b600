import type { Section } from '../row.js';
import { almostIdle } from './almost-idle.js';
import { higherLimit, lowerLimit } from './other-limit.js';
import { firstMinutes, saturated } from './saturated.js';
import { sixtyAtAnEdge } from './sixty-at-an-edge.js';
import { stall } from './stall.js';
import { thirtyAtOnce } from './thirty-at-once.js';
import { twoClients } from './two-clients.js';
import { clockJumpsAhead, clockJumpsBack } from './wall-clock.js';
import { worlds } from './worlds.js';

export const limit: Section = {
  name: 'limit',
  rows: [
    thirtyAtOnce,
    sixtyAtAnEdge,
    ...saturated,
    ...firstMinutes,
    ...worlds,
    almostIdle,
    lowerLimit,
    higherLimit,
    clockJumpsAhead,
    clockJumpsBack,
    stall,
    twoClients,
  ],
};
