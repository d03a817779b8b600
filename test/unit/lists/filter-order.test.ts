import { expect, test } from 'vitest';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

test('a position fits the same statuses in another order', async () => {
  const first = json({ data: [{ id: 'gr-1' }], next: 'more' });
  const service = scriptedService(first, json({ data: [], next: null }));
  const { goodsReceipts } = clientOf(service, { rateLimit: false });
  const { position } = await goodsReceipts.list({ ...range, status: ['draft', 'completed'] }).firstPage();
  const resumed = goodsReceipts.list({ ...range, status: ['completed', 'draft'] }, { resumeFrom: position });
  await resumed.firstPage();
  expect(service.arrivals.map(({ url }) => url.searchParams.get('status'))).toEqual([
    'completed,draft',
    'completed,draft',
  ]);
});
