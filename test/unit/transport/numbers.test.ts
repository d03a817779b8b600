import { describe, expect, test, vi } from 'vitest';
import { clientOf, scriptedService, text } from '../../support/services/scripted-service.js';

function setUp(body = '{"id":"o-1"}') {
  const warn = vi.fn();
  const service = scriptedService(text(body, 200, 'application/json'));
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const outlet = clientOf(service, { logger, logLevel: 'warn' });
  return { outlet, service, warnings: () => warn.mock.calls.map(([message]) => message) };
}

describe('an integer above 2^53 in a response', () => {
  test('is reported with its field, and its digits are in `text`', async () => {
    const body =
      '{"id":"o-1","serial":9007199254740993,"lines":[{"tax":9007199254740995},{"tax":9007199254740997}]}';
    const { outlet, warnings } = setUp(body);

    await outlet.orders.get('o-1');
    const { text } = await outlet.orders.get('o-2').withResponse();

    expect(text).toBe(body);
    expect(warnings()).toEqual([
      expect.stringMatching(
        /^outlet-open-api: The response of orders\.get .* changes: serial, lines\[\]\.tax\./,
      ),
    ]);
  });

  test('is reported once for each operation, because a stranger chooses the names of the fields', async () => {
    const fields = Array.from({ length: 1_000 }, (_, index) => `"field${index}":9007199254740993`);
    const { outlet, warnings } = setUp(`{"id":"o-1",${fields.join()}}`);
    await outlet.orders.get('o-1');
    await outlet.orders.get('o-2');
    expect(warnings()).toEqual([expect.stringContaining('field0, field1,')]);
    expect(warnings()[0]).not.toContain('field20');
  });

  test('is found in lists and raw requests', async () => {
    const { outlet, warnings } = setUp('{"data":[{"id":"o-1","serial":-9007199254740993}]}');
    await outlet.orders.list({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }).toArray();
    await outlet.request({ method: 'GET', path: '/orders/o-1' });
    expect(warnings()).toEqual([
      expect.stringMatching(/orders\.list .* \[\]\.serial\./),
      expect.stringMatching(/The response of request .* data\[\]\.serial\./),
    ]);
  });

  test('is not confused with digits of texts, decimals and safe integers', async () => {
    const { outlet, warnings } = setUp(
      '{"id":"1234567890123456789","total":0.30000000000000004,"time":1767225600000000}',
    );
    await outlet.orders.get('o-1');
    expect(warnings()).toEqual([]);
  });
});

describe('an amount in a request', () => {
  const order = (...amounts: number[]) => ({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [{ menuItemId: 'item-burger', quantity: 1 }],
    payments: amounts.map((amount) => ({ offlineMethod: 'card', amount })),
  });

  test('is sent with its rounding error, which is reported once', async () => {
    const { outlet, service, warnings } = setUp();

    await outlet.orders.create(order(0.1 + 0.2, 4.35 * 100));
    await outlet.orders.create(order(1.1 * 3));

    expect(JSON.parse(service.arrivals[0]?.body ?? '').payments).toMatchObject([
      { amount: 0.30000000000000004 },
      { amount: 434.99999999999994 },
    ]);
    expect(warnings()).toEqual([
      expect.stringMatching(/payments\[0\]\.amount of orders\.create has a rounding error.* in cents/),
    ]);
  });

  test('without a rounding error is not reported', async () => {
    const { outlet, warnings } = setUp();
    await outlet.orders.create(order(12.34, 0.01, 25_000_000, 12.345, 9_999_999_999_999.99, 1e21));
    expect(warnings()).toEqual([]);
  });
});
