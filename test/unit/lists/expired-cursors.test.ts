import { BadRequestError, type OutletClient } from 'outlet-open-api';
import { expect, test } from 'vitest';
import {
  clientOf,
  json,
  rejection,
  type Step,
  scriptedService,
} from '../../support/services/scripted-service.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const rejected = json({ code: 400, message: 'Unknown cursor' }, 400);

/** Serves three pages. `isExpired` says which requests for a cursor fail; `nth` counts them. */
function service(isExpired: (nth: number) => boolean) {
  let cursors = 0;
  const step: Step = ({ url }) => {
    const page = Number(url.searchParams.get('cursor') ?? 1);
    if (page > 1) cursors += 1;
    if (page > 1 && isExpired(cursors)) return rejected.clone();
    return json({ data: [{ id: `o-${page}` }], next: page < 3 ? String(page + 1) : null });
  };
  const scripted = scriptedService(step);
  return { outlet: clientOf(scripted, { rateLimit: false }), requests: () => scripted.arrivals.length };
}

const idsOf = async (list: ReturnType<OutletClient['orders']['list']>) =>
  (await list.toArray()).map(({ id }) => id);

test('a saved position whose cursor has expired resumes at the start of its slice', async () => {
  const { outlet } = service((nth) => nth === 1);
  const { position } = await outlet.orders.list(range).firstPage();
  const resumeFrom = JSON.parse(JSON.stringify(position));
  expect(await idsOf(outlet.orders.list({}, { resumeFrom }))).toEqual(['o-1', 'o-2', 'o-3']);
});

test.each([1, 2])(
  'if cursor %i expires while a list is read, each order is delivered once',
  async (expired) => {
    const { outlet } = service((nth) => nth === expired);
    expect(await idsOf(outlet.orders.list(range))).toEqual(['o-1', 'o-2', 'o-3']);
  },
);

test('a list whose cursors are always rejected ends with the error', async () => {
  const { outlet, requests } = service(() => true);
  expect(await rejection(outlet.orders.list(range).toArray())).toBeInstanceOf(BadRequestError);
  expect(requests()).toBe(8);
});

test('a list that gets further after each restart is read to its end', async () => {
  const { outlet } = service((nth) => [1, 2, 3, 5, 7].includes(nth));
  expect(await idsOf(outlet.orders.list(range))).toEqual(['o-1', 'o-2', 'o-3']);
});
