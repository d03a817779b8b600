import { type UseCase, useCases } from '../../entities/use-case.js';
import type { Assumptions } from '../../fake/assumptions.js';
import { type FakeEndpoint, fakeEndpoints } from '../../fake/service/router.js';
import { pageOf } from '../pages.js';
import type { Probe } from '../probe.js';
import { anyKey, pagedLists, unexpected } from './records.js';

export const repeatedQueryParameter: Probe<Assumptions['repeatedQueryParameter']> = {
  calls: pagedLists,
  needs: 'a list with records',
  async *observe({ caller, endpoint }) {
    const single = pageOf(await caller.read(endpoint));
    if (!single || single.records.length === 0) return;
    const { from, to } = caller.run.range;
    const same = await caller.read(endpoint, { 'from(again)': from });
    if (same.status === 400) yield { value: 'rejected' };
    if (same.status !== 200) return;
    // With the first `from`, the list is the same. With the last one, the range is empty.
    const reply = await caller.read(endpoint, { 'from(again)': to });
    const page = pageOf(reply);
    if (JSON.stringify(page?.records) === JSON.stringify(single.records)) yield { value: 'first' };
    else if (!page || page.records.length === 0) yield { other: `${endpoint} uses the last value.` };
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

/** An endpoint that each use case has for sure. API specification: Flows. */
const ownEndpoints: Readonly<Record<UseCase, FakeEndpoint>> = {
  'digital-ordering': 'POST /orders',
  reservations: 'POST /orders/reservations',
  'order-data': 'GET /orders',
  'inventory-management': 'GET /menus',
};

export const allows: Probe<Assumptions['allows']> = {
  calls: anyKey,
  needs: 'a key of each use case, and both a POST and an ID in a path that get a 403',
  isWrite: true,
  async *observe({ callers }) {
    if (!useCases.every((useCase) => callers.all.some((caller) => caller.useCase === useCase))) return;
    const allowed: Partial<Record<UseCase, FakeEndpoint[]>> = {};
    const denied = new Set<FakeEndpoint>();
    for (const caller of callers.all) {
      const endpoints: FakeEndpoint[] = [];
      for (const endpoint of fakeEndpoints) {
        const { status } = await caller.checkAccess(endpoint);
        if (status === 404 && !endpoint.includes('{id}')) return yield { looked: `${endpoint} got a 404.` };
        if (status === 403) denied.add(endpoint);
        else endpoints.push(endpoint);
      }
      if (caller.useCase && !endpoints.includes(ownEndpoints[caller.useCase])) {
        return yield { looked: `The token of ${caller.useCase} may be that of another use case.` };
      }
      if (caller.useCase && endpoints.length < fakeEndpoints.length) allowed[caller.useCase] = endpoints;
    }
    // Otherwise, the API may check a body or look for an ID before it checks the access.
    const isCheckedFirst = (text: string) => [...denied].some((endpoint) => endpoint.includes(text));
    if (isCheckedFirst('POST') && isCheckedFirst('{id}')) yield { value: allowed };
  },
};
