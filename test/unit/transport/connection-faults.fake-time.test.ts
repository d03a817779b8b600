import { ConnectionError, getOriginalCause } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const withCode = (code: unknown, message = 'connect') => Object.assign(new Error(message), { code });
const causedBy = (cause: unknown, message = 'fetch failed') => new TypeError(message, { cause });

/** Returns the error of a call whose `fetch` throws this. */
async function errorAfter(thrown: unknown): Promise<unknown> {
  const step: Step = () => Promise.reject(thrown);
  const call = clientOf(scriptedService(step), { maxRetries: 0 }).orders.create(order);
  const error = await rejection(finished(call));
  expect(error).toBeInstanceOf(ConnectionError);
  return error;
}

describe('the code of a fault', () => {
  test.each([
    'ECONNREFUSED',
    'ConnectionRefused',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ])('%s proves that nothing was sent, and the call is retried', async (code) => {
    expect(await errorAfter(connectionLost(code))).toMatchObject({ outcome: 'not-sent', isTransient: true });
    const service = scriptedService(connectionLost(code), json({ id: 'o-1' }));
    expect(await finished(clientOf(service).orders.create(order))).toEqual({ id: 'o-1' });
  });

  test.each([
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'UND_ERR_INVALID_ARG',
    'UND_ERR_NOT_SUPPORTED',
  ])('%s proves that nothing was sent, and the call is not retried', async (code) => {
    const service = scriptedService(connectionLost(code));
    const error = await rejection(finished(clientOf(service).orders.create(order)));
    expect(error).toMatchObject({ outcome: 'not-sent', isTransient: false, attempts: 1 });
    expect(service.arrivals).toHaveLength(1);
  });

  test.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'ANY_OTHER',
  ])('%s leaves the outcome unknown, and the call is retried', async (code) => {
    expect(await errorAfter(connectionLost(code))).toMatchObject({ outcome: 'unknown', isTransient: true });
  });

  test('proves nothing if an open connection failed', async () => {
    const thrown = causedBy(Object.assign(withCode('EHOSTUNREACH'), { syscall: 'read' }));
    expect(await errorAfter(thrown)).toMatchObject({ outcome: 'unknown', isTransient: true });
  });

  const failedCall = (syscall: string, code: string) =>
    Object.assign(withCode(code, `${syscall} ${code}`), { syscall });

  test.each<[string, unknown]>([
    [
      'all IP addresses timed out',
      new AggregateError([failedCall('connect', 'ETIMEDOUT'), failedCall('connect', 'ENETUNREACH')]),
    ],
    ['no file descriptor was left', failedCall('connect', 'EMFILE')],
    ['no local port was left', failedCall('connect', 'EADDRNOTAVAIL')],
    ['the name server failed', failedCall('getaddrinfo', 'EAI_FAIL')],
    ['the name has no IP', failedCall('getaddrinfo', 'EAI_NODATA')],
    ['a query of c-ares failed', failedCall('queryA', 'ESERVFAIL')],
    [
      'the TLS handshake was cut',
      withCode(
        'ECONNRESET',
        'Client network socket disconnected before secure TLS connection was established',
      ),
    ],
    [
      'Deno could not connect',
      new TypeError('client error (Connect): tcp connect error: Connection refused'),
    ],
    [
      'a proxy responded with 502 to CONNECT',
      withCode('UND_ERR_ABORTED', 'Proxy response (502) !== 200 when HTTP Tunneling'),
    ],
  ])('proves that nothing was sent if %s', async (_, fault) => {
    expect(await errorAfter(causedBy(fault))).toMatchObject({ outcome: 'not-sent', isTransient: true });
  });

  test.each<[string, unknown]>([
    [
      'one of several IP addresses was connected',
      new AggregateError([failedCall('connect', 'ETIMEDOUT'), failedCall('read', 'ECONNRESET')]),
    ],
    [
      'one of several faults says nothing',
      new AggregateError([failedCall('connect', 'ETIMEDOUT'), new Error('closed')]),
    ],
    ['the request was aborted', withCode('UND_ERR_ABORTED', 'Request aborted')],
  ])('leaves the outcome unknown if %s', async (_, fault) => {
    expect(await errorAfter(causedBy(fault))).toMatchObject({ outcome: 'unknown', isTransient: true });
  });

  test('proves nothing if the body of a response broke', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(connectionLost('ECONNREFUSED')),
    });
    const service = scriptedService(() => new Response(body, { status: 201 }));
    const error = await rejection(clientOf(service, { maxRetries: 0 }).orders.create(order));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      message: expect.stringContaining('may have performed the call'),
    });
  });
});

describe('the message of a ConnectionError', () => {
  test.each([
    ['its cause', connectionLost('ECONNRESET'), 'fetch failed: connect ECONNRESET.', 'ECONNRESET'],
    [
      'its innermost cause',
      causedBy(causedBy(withCode('ENOTFOUND'), 'no route')),
      'fetch failed: connect (ENOTFOUND).',
      'ENOTFOUND',
    ],
    [
      'the first of several IP addresses',
      causedBy(new AggregateError([withCode('ETIMEDOUT', 'one'), withCode('ECONNREFUSED', 'other')])),
      'fetch failed: one (ETIMEDOUT).',
      'ETIMEDOUT',
    ],
    ['a thrown object', { code: 'Z_BUF_ERROR' }, 'the connection failed (Z_BUF_ERROR).', 'Z_BUF_ERROR'],
    ['a thrown string', 'broken', 'the connection failed.', undefined],
  ])('and its cause name the code and message of %s', async (_, thrown, message, code) => {
    const error = await errorAfter(thrown);
    expect(error).toHaveProperty('message', expect.stringContaining(`failed after 1 attempt: ${message}`));
    expect(error).toHaveProperty('cause.message', message.slice(0, -1));
    expect(Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'code')).toBe(code);
  });
});

test('the cause of a ConnectionError is a redacted copy, and getOriginalCause returns what was thrown', async () => {
  const thrown = Object.assign(new Error('no route for Ada Lovelace'), {
    code: 'ECONNRESET',
    request: { authorization: 'Bearer token' },
  });
  const error = await errorAfter(thrown);
  expect(error).toHaveProperty('cause.message', 'no route for [redacted] (ECONNRESET)');
  expect(error).toHaveProperty('cause.stack', 'Error: no route for [redacted] (ECONNRESET)');
  expect(error).not.toHaveProperty('cause.request');
  expect(getOriginalCause(error)).toBe(thrown);
});
