import { type UseCase, useCases } from '../../entities/use-case.js';
import { type FakeEndpoint, fakeEndpoints } from '../../fake/index.js';
import { parseInstant } from '../../instants.js';
import { isRecord } from '../../json.js';
import { pageOf } from '../pages.js';
import type { AssumptionProbes } from '../probe.js';
import { anyKey, pagedLists } from './records.js';

/** An endpoint that each use case has for sure. API specification: Flows. */
const ownEndpoints: Readonly<Record<UseCase, FakeEndpoint>> = {
  'digital-ordering': 'POST /orders',
  reservations: 'POST /orders/reservations',
  'order-data': 'GET /orders',
  'inventory-management': 'GET /menus',
};

/** What the API makes of requests, whatever their data. */
export const requestProbes = {
  repeatedQueryParameter: {
    calls: pagedLists,
    needs: 'a list with records',
    async *observe(caller, endpoint) {
      const single = pageOf(await caller.read(endpoint));
      if (!single || single.records.length === 0) return;
      const { from, to } = caller.run.range;
      const same = await caller.read(endpoint, { 'from(again)': from });
      if (same.status === 400) yield { value: 'rejected' };
      if (same.status !== 200) return;
      // With the first `from`, the list is the same. With the last one, the range is empty.
      const page = pageOf(await caller.read(endpoint, { 'from(again)': to }));
      if (JSON.stringify(page?.records) === JSON.stringify(single.records)) yield { value: 'first' };
      else if (!page || page.records.length === 0) yield { other: `${endpoint} uses the last value.` };
    },
  },
  wrongMethodStatus: {
    calls: anyKey,
    needs: 'an endpoint that does not support GET',
    async *observe(caller) {
      const { status } = await caller.get('/base-menus');
      if (status === 404 || status === 405) yield { value: status };
      else yield { looked: `GET /base-menus got a ${status}.` };
    },
  },
  unknownChannelTypeStatus: {
    calls: [['GET /menus']],
    needs: 'a menu',
    async *observe(caller, endpoint) {
      if ((await caller.read(endpoint)).status !== 200) return;
      const { status } = await caller.read(endpoint, { channelType: 'no-such-type' });
      if (status === 200) yield { value: false };
      else yield { value: status };
    },
  },
  allows: {
    calls: [['POST /orders']],
    needs: 'a key of each use case, and both a POST and an ID in a path that get a 403',
    async *observe({ all }) {
      if (!useCases.every((useCase) => all.some((caller) => caller.useCase === useCase))) return;
      const allowed: Partial<Record<UseCase, FakeEndpoint[]>> = {};
      const denied = new Set<FakeEndpoint>();
      for (const caller of all) {
        const endpoints: FakeEndpoint[] = [];
        for (const endpoint of fakeEndpoints) {
          const status = await caller.accessStatus(endpoint);
          if (status === 401 || (status === 404 && !endpoint.includes('{id}')))
            return yield { looked: `${endpoint} got a ${status}.` };
          if (status === 403) denied.add(endpoint);
          else endpoints.push(endpoint);
        }
        const { useCase } = caller;
        if (useCase && !endpoints.includes(ownEndpoints[useCase]))
          return yield { looked: `The token of ${useCase} may be that of another use case.` };
        if (useCase && endpoints.length < fakeEndpoints.length) allowed[useCase] = endpoints;
      }
      // Otherwise, the API may check a body or look for an ID before it checks the access.
      const isCheckedFirst = (text: string) => [...denied].some((endpoint) => endpoint.includes(text));
      if (isCheckedFirst('POST') && isCheckedFirst('{id}')) yield { value: allowed };
    },
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
      if (phases.size > 3) return yield { looked: 'The window slides with each request.' };
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
        else if (error.retryAfter === 1) yield { value: 'rounded-up' };
        else yield { other: 'The value is neither 0 nor 1.' };
      }
    },
  },
} satisfies Partial<AssumptionProbes>;
