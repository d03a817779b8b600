import * as fc from 'fast-check';
import * as schemas from 'outlet-open-api/schemas';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, test } from 'vitest';
import { fieldsAt, pointerTo } from '../../../support/documented/document.js';
import { requireDocumented } from '../../../support/documented/responses.js';
import { checkOf } from '../../../support/documented/violations.js';
import { operations, requestsOf } from './requests.js';
import { send } from './send.js';
import { scope, valuesOf } from './values.js';

const rateLimit = { requests: 1_000_000, interval: 1_000 };

describe.each([undefined, 1, 2, 3])('hostile seed %s', (seed) => {
  const hostility = seed === undefined ? {} : { hostile: true, seed };

  test.each(operations)('the document contains every response to $name', async ({ name, pointer }) => {
    const fake = createFakeOutlet({ ...hostility, ...scope, rateLimit, allows: {} });
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(requestsOf(pointer), async (request) => {
        statuses.add(await send(fake, name, request));
        requireDocumented();
      }),
      { numRuns: 40, seed: 1 },
    );
    expect([...statuses].some((status) => status < 300)).toBe(true);
  });

  test('the document contains every webhook', async () => {
    const fake = createFakeOutlet({
      ...hostility,
      webhookDelay: 0,
      webhookFetch: async () => new Response(),
    });
    const events = Object.keys(fieldsAt('#/webhooks'));
    const key = fake.key('order-data');
    key.webhookUrl = 'https://receiver.example';
    for (const event of events) fake.sendEvent({ event, key, id: fake.orders.add().id });
    await fake.idle();
    expect(new Set(fake.deliveries.map(({ event }) => event))).toEqual(new Set(events));
    for (const { event, payload } of fake.deliveries) {
      const requestBody = pointerTo('#/webhooks', event, 'post', 'requestBody');
      const check = checkOf(pointerTo(requestBody, 'content', 'application/json', 'schema'));
      expect(check(payload), JSON.stringify(check.errors)).toBe(true);
    }
  });
});

/** Filters of lists are parameters, and have no component. */
const components = Object.entries(schemas)
  .map(([name, schema]) => ({
    name: name.replace(/Schema$/, '').replace(/^./, (first) => first.toUpperCase()),
    schema,
  }))
  .filter(({ name }) => name in fieldsAt('#/components/schemas'));

test.each(components)('the SDK accepts each $name that the document allows', ({ name, schema }) => {
  const pointer = pointerTo('#/components/schemas', name);
  const check = checkOf(pointer);
  fc.assert(
    fc.property(valuesOf(fieldsAt(pointer), { mistakes: false }), (value) => {
      fc.pre(check(value));
      expect(schema.safeParse(value).error?.issues ?? []).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
