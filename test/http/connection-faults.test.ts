import { ConnectionError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import {
  clientOf,
  connectionLost,
  order,
  rejection,
  type Step,
  scriptedService,
} from '../scripted-service.js';

const coded = (code: unknown, message = 'connect') => Object.assign(new Error(message), { code });
const caused = (cause: unknown, message = 'fetch failed') => new TypeError(message, { cause });
const endless = new Error('again');
endless.cause = endless;

/** What the caller is told where `fetch` throws this. */
async function told(thrown: unknown): Promise<unknown> {
  const step: Step = () => Promise.reject(thrown);
  const error = await rejection(clientOf(scriptedService(step), { maxRetries: 0 }).orders.get('o-1'));
  expect(error).toBeInstanceOf(ConnectionError);
  return error;
}

describe('a connection that fails', () => {
  test.each([
    ['the fault itself', coded('EPIPE'), 'the connection broke (EPIPE)'],
    ['its cause', connectionLost('ECONNRESET'), 'the connection broke (ECONNRESET)'],
    ['the cause of its cause', caused(caused(coded('ENOTFOUND'), 'no route')), 'is not known (ENOTFOUND)'],
    [
      'the first of several addresses',
      caused(new AggregateError([coded('ETIMEDOUT', 'one'), coded('ECONNREFUSED', 'other')])),
      'the connection timed out (ETIMEDOUT)',
    ],
    ['what is no error', { code: 'Z_BUF_ERROR' }, 'the answer arrived damaged (Z_BUF_ERROR)'],
  ])('is named by the code of %s', async (_, thrown, words) => {
    const error = await told(thrown);
    const code = /\((\w+)\)/.exec(words)?.[1];
    expect(error).toMatchObject({
      message: expect.stringContaining(words),
      cause: { code, message: code, stack: `Error: ${code}` },
    });
  });

  test('names the call of the system that failed, where it is known', async () => {
    const thrown = (syscall: string) => caused(Object.assign(coded('ECONNREFUSED'), { syscall }));
    expect(await told(thrown('connect'))).toHaveProperty('cause.message', 'connect ECONNREFUSED');
    expect(await told(thrown('Ada'))).toHaveProperty('cause.message', 'ECONNREFUSED');
  });

  test.each([
    ['that a platform says', caused('a text'), 'fetch failed'],
    ['that a platform says innermost', caused(caused('a text', 'terminated'), 'outer'), 'terminated'],
    ['of nobody known', caused(new Error('lost')), 'fetch failed'],
    [
      'of nobody known but the kind of error',
      Object.assign(new Error('Ada'), { name: 'SocketError' }),
      'something of the kind SocketError whose message may hold secrets: originalCauseOf(error) gives it',
    ],
    [
      'of nobody known and of no kind',
      Object.assign(new Error('Ada'), { name: 'Ada' }),
      'something whose message may hold secrets: originalCauseOf(error) gives it',
    ],
  ])('without a code shows no words but those %s', async (_, thrown, message) => {
    const error = await told(thrown);
    expect(error).toMatchObject({
      message: expect.stringContaining('the connection failed.'),
      cause: { message },
    });
    expect(error).not.toHaveProperty('cause.code');
  });

  test.each([
    '',
    'ADA',
    'toString',
    'Ada Lovelace',
    'Bearer abc',
    'ECONN RESET',
    '-',
    'E'.repeat(65),
    17,
    null,
  ])('is not named by a code that could be anything: %j', async (code) => {
    const error = await told(caused(coded(code)));
    expect(error).toMatchObject({ message: expect.stringContaining('the connection failed') });
    expect(error).not.toHaveProperty('cause.code');
  });

  test.each([['a text'], [null], [undefined], [endless]])(
    'ends in a ConnectionError where %s is thrown',
    async (thrown) => {
      const error = await told(thrown);
      expect(error).toMatchObject({ message: expect.stringContaining('the connection failed') });
      expect(error).not.toHaveProperty('cause.code');
    },
  );
});

describe('a fault that says that nothing was sent', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });

  test('is believed before an answer', async () => {
    expect(await told(refused)).toMatchObject({ outcome: 'not-sent' });
  });

  test('is not believed of a connection that was open', async () => {
    expect(await told(Object.assign(coded('EHOSTUNREACH'), { syscall: 'read' }))).toMatchObject({
      outcome: 'unknown',
    });
  });

  test('is not believed of the body of an answer', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(refused) });
    const service = scriptedService(() => new Response(body, { status: 201 }));
    const error = await rejection(clientOf(service, { maxRetries: 0 }).orders.create(order));
    expect(error).toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('It may have been performed'),
    });
  });
});
