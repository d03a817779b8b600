import Stripe from 'stripe';
import type { Access, BenchClient } from '../client.js';

export function open({ baseUrl, token }: Access): BenchClient {
  const { hostname, port } = new URL(baseUrl);
  const stripe = new Stripe(token, { host: hostname, port, protocol: 'http' });
  return {
    async get(id) {
      const reply: Stripe.Response<unknown> = await stripe.rawRequest('GET', `/api/v1/orders/${id}`);
      // It returns a 429 as if it were data if the body has no `error`, as Stripe's has.
      if (reply.lastResponse.statusCode >= 400)
        throw new Error(`Got status ${reply.lastResponse.statusCode}`);
      return reply;
    },
    close: () => {},
  };
}
