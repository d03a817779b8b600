import { inspect } from 'node:util';
import type { OutletClient, OutletClientOptions } from 'outlet-open-api';
import * as api from 'outlet-open-api';
import { backfillOrders, createOrderFeed, memoryCheckpoints } from 'outlet-open-api/sync';
import { parseWebhookEvent, sharedSecret } from 'outlet-open-api/webhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  json,
  rejection,
  type ScriptedService,
  type Step,
  scriptedService,
  text,
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const renewedToken = 'opaque-0123456789-abcdefgh';
const guest = {
  firstName: 'Zuleikha',
  lastName: 'Öztürk-O\'Brien "Zed"',
  email: 'zuleikha+vip@mail.example',
  phoneNumber: '+49 (170) 555-0199',
  note: 'allergic to\nsesame & <nuts>',
};
const customerName = 'Zuleikha Öztürk';
/** Where no documented field is: in fields, headers and parameters of the caller's own. */
const elsewhere = { field: 'Chevalier de Guermantes', header: 'gateway-5ecr3t', number: '4917055501990' };
const secrets = [token, customerName, ...Object.values(guest), ...Object.values(elsewhere)];
const written = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  new URLSearchParams({ secret }).toString().slice('secret='.length),
  inspect(secret).slice(1, -1),
];

const planted = {
  headers: { 'x-gateway': elsewhere.header },
  query: { search: guest.email },
  extraBody: {
    items: [{ customerName }],
    vip: { title: elsewhere.field, since: Number(elsewhere.number) },
    [guest.email]: 1,
  },
};
const create = (outlet: OutletClient) =>
  outlet.reservations.create(
    {
      channelId: 't-1',
      guestCount: 2,
      partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1', ...guest },
      payments: [{ offlineMethod: 'card', amount: 1 }],
    },
    planted,
  );
const request = (outlet: OutletClient) =>
  outlet.request({
    method: 'PUT',
    path: `/guests/${encodeURIComponent(customerName)}/{email}`,
    params: { email: guest.email },
    body: Object.values({ ...guest, ...elsewhere }),
    query: { who: customerName },
  });

/** Everything that a person or a log may get to see of something. */
function shown(value: unknown): string {
  const headers = value instanceof api.ApiError ? [...value.headers] : [];
  const causes: unknown[] = [];
  for (let link = value; link instanceof Error; link = link.cause) causes.push(String(link), link.stack);
  const seen = inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
  return [seen, JSON.stringify(value), JSON.stringify(headers), ...causes].join('\n');
}

function expectNoSecret(output: string, hidden = secrets): void {
  for (const form of hidden.flatMap(written)) expect(output).not.toContain(form);
}

let addresses = 0;

/** A client of this token at an address of its own, so that it shares its limiter with no other test. */
function outletOf(service: ScriptedService, options?: OutletClientOptions): OutletClient {
  addresses += 1;
  const baseUrl = `https://pos-${addresses}.example`;
  return clientOf(service, { baseUrl, accessToken: token, maxRetries: 1, ...options });
}

const asciiSecrets = [...secrets, renewedToken].map((secret) => encodeURIComponent(secret)).join(' ');
const echo = (status: number) =>
  json(
    {
      code: status,
      message: `Bad: ${secrets.join(' / ')}, not ${renewedToken}, and in short ${guest.firstName}`,
      errors: [
        { path: 'partnerReservationInfo.email', message: `${guest.email} is taken`, value: guest.email },
        { path: guest.email, message: customerName, received: Number(elsewhere.number) },
        { [guest.email]: [elsewhere.field], [customerName]: 'is no key' },
        { deep: { deeper: [Object.values(guest), { input: JSON.stringify(guest) }] } },
        ...secrets,
      ],
    },
    status,
    {
      'x-echo': asciiSecrets,
      via: asciiSecrets,
      location: `https://other.example/?${new URLSearchParams({ ...guest, token })}`,
    },
  );
const fault = (message: string) =>
  Object.assign(new Error(message), {
    code: guest.firstName,
    request: { headers: { authorization: `Bearer ${token}` }, body: guest },
  });
const named = (name: string, error: Error) => Object.assign(error, { name });

/** A way to fail: what the service does, how the client is set up, and what is called. */
interface Failing {
  readonly steps?: readonly Step[];
  readonly options?: OutletClientOptions;
  readonly call?: (outlet: OutletClient) => Promise<unknown>;
  readonly hides?: string[];
}

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const failures: Record<string, Failing> = {
  'an error that no class knows': { steps: [echo(418)] },
  'a bad request': { steps: [echo(400)] },
  'a refused token': { steps: [echo(401)] },
  'a refused token, and then another one': {
    steps: [echo(401)],
    options: { accessToken: vi.fn().mockReturnValueOnce(renewedToken).mockReturnValue(token) },
    hides: [...secrets, renewedToken],
  },
  'what is not allowed': { steps: [echo(403)] },
  'what is not there': { steps: [echo(404)] },
  'a conflict': { steps: [echo(409)] },
  'what is too large': { steps: [echo(413)] },
  'a refusal for the limit': { steps: [echo(429)], options: { maxRetries: 0 } },
  'a server error': { steps: [echo(500)] },
  'a redirect': { steps: [echo(302)] },
  'an error with more texts than anybody reads': {
    steps: [json({ errors: Array.from({ length: 5_000 }, () => secrets) }, 400)],
  },
  'a failed call to an unknown endpoint': { steps: [echo(500)], call: request },
  'a refused call to an unknown endpoint': {
    call: (outlet) => outlet.request({ method: 'GET', path: `/guests/${customerName}?token=${token}` }),
  },
  'a body that is no JSON': { steps: [text(secrets.join(' '), 200, `text/${guest.firstName}`)] },
  'a list that is none': {
    steps: [json({ [customerName]: 1, [guest.email]: 2, [token]: 3 })],
    call: ({ channels }) => finished(channels.list()),
  },
  'an answer that differs from its documentation': {
    steps: [json({ id: 7, status: guest.note, items: [{ customerName: [customerName] }] })],
    options: { responseValidation: 'strict' },
  },
  'a cursor that comes back': {
    steps: [json({ data: [], next: asciiSecrets })],
    call: ({ orders }) => finished(orders.list(range, { query: planted.query }).toArray()),
  },
  'a lost connection': {
    steps: [named(customerName, new TypeError('fetch failed', { cause: fault(secrets.join(' ')) }))],
  },
  'a lost connection with a code': { steps: [connectionLost('ECONNRESET')] },
  'a fetch that throws its request': {
    steps: [
      (arrival) => {
        throw Object.assign(new Error(`Bearer ${token}`), { arrival, body: arrival.body });
      },
    ],
  },
  'a fetch that throws no error': { steps: [() => Promise.reject({ token, guest, message: customerName })] },
  'a call that took too long': { steps: [hang], options: { timeout: 100 } },
  'a token function that fails': {
    options: { accessToken: () => Promise.reject(fault(`${token} of ${customerName} has expired`)) },
  },
  'a token function that gives no token': { options: { accessToken: () => `Bearer ${token}` } },
  'a limiter that fails': {
    options: {
      rateLimit: { take: () => Promise.reject(fault(asciiSecrets)), state: () => expect.fail(token) },
    },
  },
  'a full queue': {
    options: { maxQueued: 1 },
    call: async (outlet) => {
      const calls = Array.from({ length: 12 }, () => create(outlet));
      for (const call of calls) call.catch(() => {});
      return finished(Promise.all(calls));
    },
  },
  'input that is refused': {
    call: (outlet) =>
      outlet.orders.import(JSON.parse('{}'), {
        query: { [customerName]: Number.NaN },
        extraBody: { [guest.email]: Number.NaN, [token]: [Number.NaN] },
        headers: { [token]: `Bearer ${token}\n`, host: guest.email },
        idempotencyKey: token,
      }),
  },
  'an option that is refused': {
    call: async (outlet) => outlet.withOptions({ accessToken: ` ${token}`, cursorParam: '' }),
  },
  'an address that is refused': {
    call: async (outlet) =>
      outlet.withOptions({ baseUrl: `https://${guest.firstName}:${token}@pos.example` }),
  },
  'a checkpoint that is refused': {
    call: async ({ orders }) => orders.list(range, { resumeFrom: { version: token, guest } }).firstPage(),
  },
  'a delivery that is no event': { call: async () => parseWebhookEvent(`{"event":"${customerName}`) },
  'a delivery with a wrong secret': {
    call: async () => {
      const guard = sharedSecret({ query: 'key', value: [token, guest.note] });
      return guard(new Request(`https://a.example/?key=${encodeURIComponent(renewedToken)}`), {});
    },
    hides: [...secrets, renewedToken],
  },
  'an event that a closed feed does not take': {
    call: async (outlet) => {
      const feed = createOrderFeed(outlet, { onOrder: () => {} });
      await feed.close();
      return feed.notify(parseWebhookEvent({ event: 'order.complete', id: token, guest }));
    },
  },
  'a run of sync beside another': {
    async call(outlet) {
      const checkpoints = memoryCheckpoints();
      await checkpoints.save('orders', Object.assign({ version: 1 as const }, { token, guest }));
      await checkpoints.lease('orders', 60_000);
      return backfillOrders(outlet, { ...range, checkpoints, name: 'orders', onOrders: () => {} });
    },
  },
  'a checkpoint of sync that is refused': {
    async call(outlet) {
      const checkpoints = memoryCheckpoints();
      await checkpoints.save('orders', Object.assign({ version: 1 as const }, { token, guest }));
      return backfillOrders(outlet, { ...range, checkpoints, name: 'orders', onOrders: () => {} });
    },
  },
  'a closed client': {
    call: (outlet) => {
      outlet.close();
      return create(outlet);
    },
  },
};

const seenClasses = new Set<unknown>();

describe.each(Object.entries(failures))('after %s', (_, failing) => {
  const { steps = [], options, call = create, hides = secrets } = failing;
  test('no error, log line or hook shows a secret', async () => {
    const lines: unknown[][] = [];
    const log = (...line: unknown[]) => lines.push(line);
    const outlet = outletOf(scriptedService(...steps), {
      logger: { debug: log, info: log, warn: log, error: log },
      logLevel: 'debug',
      hooks: { onRequest: log, onResponse: log, onRetry: log, onRateLimit: log, onSchemaMismatch: log },
      ...options,
    });
    const error = await rejection(finished(Promise.resolve().then(() => call(outlet))));
    expect(api.isOutletError(error)).toBe(true);
    seenClasses.add(Object(error).constructor);
    expectNoSecret(shown(error), hides);
    expectNoSecret(inspect(lines, { depth: Number.POSITIVE_INFINITY, showHidden: true }), hides);
  });
});

test('every class of error has been looked at', () => {
  const isErrorClass = (value: unknown) => typeof value === 'function' && value.prototype instanceof Error;
  const abstract: unknown[] = [api.OutletError, api.CallError];
  const classes = Object.values(api).filter((value) => isErrorClass(value) && !abstract.includes(value));
  expect(classes.filter((errorClass) => !seenClasses.has(errorClass))).toEqual([]);
});

test('an error tells what may be told of an answer', async () => {
  const outlet = outletOf(scriptedService(echo(400)));
  const error = await rejection(finished(create(outlet)));
  expect(error).toMatchObject({
    path: '/orders/reservations',
    message: expect.stringContaining(', and in short [masked]'),
    fieldErrors: { 'partnerReservationInfo.email': ['[masked] is taken'] },
  });
  const headers = new Headers(Reflect.get(Object(error), 'headers'));
  expect(headers.get('location')).toBe('https://other.example/[masked]');
  expect(headers.get('content-type')).toBe('application/json');
});

test('what was thrown can be asked for, and is shown to nobody who does not ask', async () => {
  const thrown = fault(`Bearer ${token}`);
  const outlet = outletOf(scriptedService(thrown), { maxRetries: 0 });
  const error = await rejection(finished(create(outlet)));
  expect(api.originalCauseOf(error)).toBe(thrown);
  expect(error).toHaveProperty('cause.message', expect.stringContaining('originalCauseOf(error)'));
  expect(api.originalCauseOf(new Error('of somebody else', { cause: thrown }))).toBeUndefined();
  expect(api.originalCauseOf('no error')).toBeUndefined();
});

test('nothing that a user holds shows a token, however closely it is looked at', async () => {
  const outlet = outletOf(scriptedService(json({ data: [] })));
  const call = outlet.reservations.create(
    {
      channelId: 't-1',
      guestCount: 2,
      partnerReservationInfo: { partnerName: 'b', reservationId: 'R-1', ...guest },
    },
    planted,
  );
  const walk = outlet.orders.list(range, { query: planted.query });
  for (const held of [outlet, call, walk, await finished(walk.firstPage())]) expectNoSecret(shown(held));
  await finished(call);
});
