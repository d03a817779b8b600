import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  ipAllowList,
  parseWebhookEvent,
  sharedSecret,
  type WebhookEvent,
} from 'outlet-open-api/webhooks';
import type { Cases } from './case.js';
import { expectEqual } from './expect.js';

const secret = { query: 'secret', value: '4f1d9a60c28b7e35' } as const;
const ofOrder = createTestEvent('order.complete', { id: 'o-1', updatedAt: '2026-03-31T12:00:00.000Z' });

/** Deliveries to a webhook handler. */
export const webhooks: Cases = {
  async 'the parser returns typed events'() {
    const body = '{"event":"order.cancelled","id":"o-1","updatedAt":"2026-03-31T12:00:00.000Z"}';

    expectEqual('from text', parseWebhookEvent(body), {
      ...createTestEvent('order.cancelled', JSON.parse(body)),
    });
    expectEqual('from bytes', parseWebhookEvent(new TextEncoder().encode(body)).event, 'order.cancelled');
    expectEqual('an unknown event', parseWebhookEvent('{"event":"till.opened"}').event, 'unknown');
  },

  async 'the handler handles each event once, with or without an id'() {
    const events: WebhookEvent[] = [];
    const handle = createWebhookHandler({
      verify: [sharedSecret(secret), ipAllowList(['203.0.113.0/24', '2001:db8::/32'])],
      onAny: (event) => void events.push(event),
    });
    const published = createTestEvent('menus.published', { updatedAt: '2026-03-31T12:00:00.000Z' });
    const deliver = async (event: WebhookEvent, clientIp: string) => {
      const { request, info } = createTestRequest(event, { secret, clientIp });
      return (await handle(request, info)).status;
    };

    const statuses = [
      await deliver(ofOrder, '203.0.113.7'),
      await deliver(ofOrder, '::ffff:203.0.113.7'),
      await deliver(published, '2001:db8::1'),
      await deliver(published, '203.0.113.7'),
    ];

    expectEqual('statuses', statuses, [200, 200, 200, 200]);
    expectEqual(
      'events',
      events.map(({ event }) => event),
      ['order.complete', 'menus.published'],
    );
  },

  async 'the handler rejects invalid deliveries'() {
    const taken: string[] = [];
    const handle = createWebhookHandler({
      verify: [sharedSecret(secret), ipAllowList(['203.0.113.0/24'])],
      onAny: ({ event }) => void taken.push(event),
      onError: () => {},
    });
    const { url } = createTestRequest(ofOrder, { secret }).request;
    const post = (body: BodyInit, target = url) => new Request(target, { method: 'POST', body });
    const ask = async (request: Request, clientIp = '203.0.113.7') =>
      (await handle(request, { clientIp })).status;

    const statuses = [
      await ask(new Request(url)),
      await ask(post('{}'), '198.51.100.1'),
      await ask(post('{}', url.replace(secret.value, 'wrong'))),
      await ask(post('{"event":')),
      await ask(post('x'.repeat(70_000))),
    ];

    expectEqual('statuses', statuses, [405, 403, 401, 400, 413]);
    expectEqual('events', taken, []);
  },
};
