import type { Assumptions } from '../../fake/assumptions.js';
import { type FakeEndpoint, fakeEndpoints } from '../../fake/service/router.js';
import { accessRequests } from '../access-requests.js';
import { pageOf } from '../pages.js';
import type { Probe } from '../probe.js';
import { anyKey, pagedLists, unexpected } from './records.js';

export const repeatedQueryParameter: Probe<Assumptions['repeatedQueryParameter']> = {
  calls: pagedLists,
  needs: 'a list with records',
  async *observe({ caller, endpoint }) {
    const { path, query = {} } = accessRequests(caller.run.range)[endpoint];
    const single = pageOf(await caller.get(path, query));
    if (!single || single.records.length === 0) return;
    // With the first `from`, the list is the same. With the last one, the range is empty.
    const reply = await caller.get(path, { ...query, 'from(again)': caller.run.range.to });
    const count = pageOf(reply)?.records.length;
    if (reply.status === 400) yield { value: 'rejected' };
    else if (count === undefined) yield { other: `${endpoint} responds with ${reply.status}.` };
    else if (count === single.records.length) yield { value: 'first' };
    else if (count === 0) yield { other: `${endpoint} uses the last value.` };
  },
};

export const wrongMethodStatus: Probe<number> = {
  calls: anyKey,
  needs: 'an endpoint that does not support GET',
  async *observe({ caller }) {
    const reply = await caller.get('/base-menus');
    if (reply.status === 404 || reply.status === 405) yield { value: reply.status };
    else yield unexpected(reply, 'GET /base-menus');
  },
};

export const allows: Probe<Assumptions['allows']> = {
  calls: anyKey,
  needs: 'a key with --key, so that its use case is known',
  isWrite: true,
  async *observe({ callers }) {
    const allowed: { -readonly [UseCase in keyof Assumptions['allows']]: FakeEndpoint[] } = {};
    for (const caller of callers.all) {
      if (caller.useCase === undefined) continue;
      const endpoints: FakeEndpoint[] = [];
      for (const endpoint of fakeEndpoints) {
        const { status } = await caller.checkAccess(endpoint);
        if (status === 404 && !endpoint.includes('{id}')) {
          yield { looked: `${endpoint} got a ${status}.` };
          return;
        }
        if (status !== 403) endpoints.push(endpoint);
      }
      if (endpoints.length < fakeEndpoints.length) allowed[caller.useCase] = endpoints;
    }
    if (callers.all.some(({ useCase }) => useCase !== undefined)) yield { value: allowed };
  },
};
