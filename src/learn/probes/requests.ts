import { parseInstant } from '../../instants.js';
import { isRecord } from '../../json.js';
import type { AssumptionProbes } from '../probe.js';
import { itemsIn } from './fields.js';
import { anyKey } from './records.js';

/** What the API makes of requests, whatever their data. */
export const requestProbes = {
  repeatedQueryParameter: { notObservable: 'The client never depends on it.' },
  wrongMethodStatus: { notObservable: 'The client never depends on it.' },
  unknownChannelTypeStatus: {
    calls: [['GET /menus']],
    needs: 'a menu',
    async *observe(caller, endpoint) {
      const known = await caller.read(endpoint);
      if (known.status !== 200) return;
      const { status, body } = await caller.read(endpoint, { channelType: 'no-such-type' });
      if (status !== 200) yield { value: status };
      else if ([body, isRecord(body) && body.data].some(itemsIn)) yield { value: false };
      else yield { other: 'An unknown channelType gets another menu.' };
    },
  },
  allows: {
    notObservable: 'Only a 403 is evidence, because other errors can come before the check of the access.',
  },
} satisfies Partial<AssumptionProbes>;

/** What the responses to the other probes show about the rate limit. */
export const rateLimitProbes = {
  windowPhase: {
    calls: anyKey,
    needs: 'rate limit headers of two windows in a row',
    async *observe({ run }) {
      const resets = new Set(
        run.responses.flatMap(({ headers }) => parseInstant(headers.get('x-ratelimit-reset')) ?? []),
      );
      // Otherwise, windows can be longer than a second.
      if (![...resets].some((reset) => resets.has(reset + 1_000))) return;
      const phases = new Set([...resets].map((reset) => reset % 1_000));
      if (phases.size > 1)
        return yield { looked: 'The windows do not start at the same time of each second.' };
      for (const reset of resets) {
        if (reset % 1_000 !== 0) yield { value: reset % 1_000 };
        else yield { looked: 'The headers state whole seconds, which can be rounded.' };
      }
    },
  },
  retryAfter: {
    calls: anyKey,
    needs: 'a response with 429, which the pace of the requests avoids',
    async *observe({ run }) {
      for (const { status, error } of run.responses) {
        if (status !== 429 || !isRecord(error) || error.retryAfter === undefined) continue;
        if (error.retryAfter === 0) yield { value: 'zero' };
        else yield { looked: 'A 429 had a retryAfter above 0, but another can have 0.' };
      }
    },
  },
} satisfies Partial<AssumptionProbes>;
