import { inspect } from 'node:util';
import type { OutletClient } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
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
const guest = {
  firstName: 'Zuleikha',
  lastName: 'Öztürk-O\'Brien "Zed"',
  email: 'zuleikha+vip@mail.example',
  phoneNumber: '+49 (170) 555-0199',
  note: 'allergic to\nsesame & <nuts>',
};
const customerName = 'Zuleikha Öztürk';
const secrets = [token, customerName, ...Object.values(guest)];
const written = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  new URLSearchParams({ secret }).toString().slice('secret='.length),
  inspect(secret).slice(1, -1),
];

const create = (outlet: OutletClient) =>
  outlet.reservations.create(
    {
      channelId: 't-1',
      guestCount: 2,
      partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1', ...guest },
      payments: [{ offlineMethod: 'card', amount: 1 }],
    },
    { extraBody: { items: [{ customerName }] }, query: { search: guest.email } },
  );

/** Everything that a person or a log may get to see of an error. */
function shown(error: unknown): string {
  if (!(error instanceof Error)) throw new Error('It was no Error');
  const headers = 'headers' in error && error.headers instanceof Headers ? [...error.headers] : [];
  return [
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(headers),
    String(error.stack),
    String(error.cause instanceof Error && error.cause.stack),
  ].join('\n');
}

function expectNoSecret(output: string): void {
  for (const form of secrets.flatMap(written)) expect(output).not.toContain(form);
}

const asciiSecrets = secrets.map((secret) => encodeURIComponent(secret)).join(' ');
const echo = (status: number) =>
  json(
    {
      code: status,
      message: `Bad: ${secrets.join(' / ')}, and in short ${guest.firstName}`,
      errors: [
        { path: 'partnerReservationInfo.email', message: `${guest.email} is taken`, value: guest.email },
        { deep: { deeper: [Object.values(guest), { input: JSON.stringify(guest) }] } },
        ...secrets,
      ],
    },
    status,
    {
      'x-echo': asciiSecrets,
      location: `https://other.example/?${new URLSearchParams({ ...guest, token })}`,
    },
  );

const failures: Record<string, Step> = {
  'a bad request': echo(400),
  'a refused token': echo(401),
  'a conflict': echo(409),
  'a redirect': echo(302),
  'a server error': echo(500),
  'a body that is no JSON': text(secrets.join(' ')),
  'a lost connection': new TypeError('fetch failed', {
    cause: Object.assign(new Error(`could not send ${secrets.join(' ')}`), {
      code: 'ECONNRESET',
      request: { headers: { authorization: `Bearer ${token}` }, body: guest },
    }),
  }),
  'a fetch that throws its request': (arrival) => {
    throw Object.assign(new Error(`Bearer ${token}`), { arrival, body: arrival.body });
  },
  'a fetch that throws no error': () => Promise.reject({ token, guest }),
};

describe.each(Object.entries(failures))('after %s', (_, step) => {
  test('no error, log line or hook shows a secret', async () => {
    const lines: unknown[][] = [];
    const log = (...line: unknown[]) => lines.push(line);
    const outlet = clientOf(scriptedService(step), {
      accessToken: token,
      maxRetries: 1,
      rateLimit: false,
      logger: { debug: log, info: log, warn: log, error: log },
      logLevel: 'debug',
      hooks: { onRequest: log, onResponse: log, onRetry: log, onRateLimit: log, onSchemaMismatch: log },
    });
    const error = await rejection(finished(create(outlet)));
    expectNoSecret(shown(error));
    expect(lines).not.toEqual([]);
    expectNoSecret(inspect(lines, { depth: Number.POSITIVE_INFINITY, showHidden: true }));
  });
});

test('a token function that fails does not show a token', async () => {
  const outlet = clientOf(scriptedService(), {
    accessToken: () => Promise.reject(new Error(`${token} has expired`)),
  });
  const error = await rejection(outlet.orders.get('o-1'));
  expect(error).toHaveProperty('cause.message', '[masked] has expired');
  expectNoSecret(shown(error));
});

test('an answer that differs from its documentation is described without its content', async () => {
  const service = scriptedService(
    json({ id: 7, status: guest.note, items: [{ customerName: [customerName] }] }),
  );
  const outlet = clientOf(service, { accessToken: token, responseValidation: 'strict' });
  const error = await rejection(outlet.orders.get('o-1'));
  expect(error).toHaveProperty('issues.length', 2);
  expectNoSecret(shown(error));
});

test('a client shows no token, however closely it is looked at', () => {
  const outlet = clientOf(scriptedService(), { accessToken: token });
  expectNoSecret(inspect(outlet, { depth: Number.POSITIVE_INFINITY, showHidden: true }));
  expectNoSecret(JSON.stringify(outlet));
});
