import { ResponseValidationError, TimeoutError } from 'outlet-open-api';
import type { FaultKind } from 'outlet-open-api/testing';
import type { Case, Cases } from './case.js';
import { expectEqual, expectThat, rejectionOf } from './expect.js';
import { openRestaurant } from './restaurant.js';
import { sampleOrder } from './sample-order.js';

const survived: readonly FaultKind[] = [
  'server-error',
  'bad-gateway-html',
  'dropped-request',
  'cut-body',
  'invalid-json',
  'rate-limited',
];

/** Calls with a fault. */
export const trouble: Cases = {
  ...Object.fromEntries(survived.map((fault) => [`a call is retried after ${fault}`, repeatedAfter(fault)])),

  async 'an order whose response is lost is created once, with one key'(place) {
    const { outlet, fail, requests, orders } = await openRestaurant(place);
    const order = await sampleOrder(outlet);
    const before = (await orders()).length;
    await fail({ method: 'POST', path: '/orders', fault: 'lost-response' });

    const { meta } = await outlet.orders.create(order).withResponse();

    const keys = (await requests())
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expectEqual('the idempotency keys', keys, [meta.idempotencyKey, meta.idempotencyKey]);
    expectEqual('whether the response was a replay', meta.idempotentReplay, true);
    expectEqual('created orders', (await orders()).length - before, 1);
  },

  async 'an abort ends a call without a response, and its connection'(place) {
    const { outlet, fail, visited, abandoned } = await openRestaurant(place);
    await fail({ fault: 'hang' });
    const abort = new AbortController();
    const reason = new Error('The guest has left');

    const call = rejectionOf(outlet.channels.list({ signal: abort.signal }));
    await visited();
    abort.abort(reason);

    expectThat('the call rejects with the reason of its signal as its cause', causeOf(await call) === reason);
    await abandoned();
  },

  async 'an abort ends a call while its response arrives, and its connection'(place) {
    const { client, fail, abandoned } = await openRestaurant(place);
    await fail({ fault: 'slow-body', delay: 60_000 });
    const abort = new AbortController();
    const reason = new Error('The guest has left');
    const outlet = client({
      async fetch(input, init) {
        const response = await fetch(input, init);
        setTimeout(() => abort.abort(reason), 50);
        return response;
      },
    });

    const error = await rejectionOf(outlet.channels.list({ signal: abort.signal }));

    expectThat('the call rejects with the reason of its signal as its cause', causeOf(error) === reason);
    await abandoned();
  },

  async 'a timeout ends an attempt, and its connection'(place) {
    const { client, fail, abandoned } = await openRestaurant(place);
    await fail({ fault: 'hang' });

    const error = await rejectionOf(client({ timeout: 1_000, maxRetries: 0 }).channels.list());

    expectThat(`${error} is a TimeoutError`, error instanceof TimeoutError);
    await abandoned();
  },

  async 'a response that exceeds maxResponseBytes is not read to its end'(place) {
    const { client } = await openRestaurant(place);

    const error = await rejectionOf(client({ maxResponseBytes: 100 }).channels.list());

    expectThat(`${error} is a ResponseValidationError`, error instanceof ResponseValidationError);
  },
};

function repeatedAfter(fault: FaultKind): Case {
  return async (place) => {
    const { outlet, fail, requests } = await openRestaurant(place);
    await fail({ fault });

    const channels = await outlet.channels.list();

    expectThat('there are channels', channels.length > 0);
    // Not `meta.attempts`: some runtimes retry requests on connections that were used before.
    expectEqual('received requests', (await requests()).length, 2);
  };
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
