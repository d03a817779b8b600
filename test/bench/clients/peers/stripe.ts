import Stripe from 'stripe';
import type { Access, BenchClient } from '../client.js';

export function open({ baseUrl, token }: Access): BenchClient {
  const { hostname, port } = new URL(baseUrl);
  const stripe = new Stripe(token, { host: hostname, port, protocol: 'http' });
  return {
    async get(id) {
      const answer: Stripe.Response<unknown> = await stripe.rawRequest('GET', `/api/v1/orders/${id}`);
      // It returns a 429 as if it were data if the body has no `error`, as Stripe's has.
      if (answer.lastResponse.statusCode >= 400)
        throw new Error(`Got status ${answer.lastResponse.statusCode}`);
      return answer;
    },
    close: () => {},
  };
}
