import type { Section } from '../row.js';
import { guests } from './guests.js';
import { headersMissing, headersNonsense } from './headers.js';
import { higherLimit, lowerLimit } from './other-limit.js';
import { redisDies, severalProcesses } from './redis.js';
import { firstMinutes, saturated } from './saturated.js';
import { sixtyAtAnEdge, sixtyAtAnEdgeUsed } from './sixty-at-an-edge.js';
import { stall } from './stall.js';
import { thirtyAtOnce } from './thirty-at-once.js';
import { twoClients } from './two-clients.js';
import { clockJumpsAhead, clockJumpsBack } from './wall-clock.js';

export const limit: Section = {
  name: 'limit',
  title: 'At the limit, and never over it',
  intro:
    'The service counts 5 requests a second for each key, in fixed windows of its own clock. Rates are parts of that limit as the ' +
    'service accepted them, with the answers 429 among 1,000 requests.',
  rows: [
    thirtyAtOnce,
    sixtyAtAnEdge,
    sixtyAtAnEdgeUsed,
    saturated,
    ...firstMinutes,
    guests,
    headersMissing,
    headersNonsense,
    lowerLimit,
    higherLimit,
    clockJumpsAhead,
    clockJumpsBack,
    stall,
    twoClients,
    severalProcesses,
    redisDies,
  ],
};
