import createClient, { type Client } from 'openapi-fetch';
import type { UseCase } from 'outlet-open-api/testing';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import type { paths, webhooks } from '../generated/api.js';

/** The body of a webhook delivery. */
type Event = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

export interface Integration {
  readonly fake: FakeOutlet;
  /** The generated client. */
  readonly api: Client<paths>;
  /** Waits for all deliveries, and returns the events of the key since the last call. */
  received(): Promise<Event[]>;
}

/** Opens a fake outlet for a generated client with a key of this use case. */
export function open(useCase: UseCase): Integration {
  const events: Event[] = [];
  const fake = createFakeOutlet({
    rateLimit: { requests: 1_000, interval: 1_000 },
    async webhookFetch(_, { body }) {
      events.push(JSON.parse(String(body)));
      return new Response();
    },
  });
  const key = fake.key(useCase);
  key.webhookUrl = 'https://integration.example/webhooks';
  const api = createClient<paths>({
    baseUrl: `${fake.baseUrl}/api/v1`,
    fetch: fake.fetch,
    headers: { authorization: `Bearer ${key.token}` },
    // The document states it for `status` of goods receipts. openapi-fetch does not read it.
    querySerializer: { array: { style: 'form', explode: false } },
  });
  return {
    fake,
    api,
    async received() {
      await fake.idle();
      return events.splice(0);
    },
  };
}

/** Returns a value that the types leave open, such as the data of a response. */
export function required<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('A value is missing.');
  return value;
}
