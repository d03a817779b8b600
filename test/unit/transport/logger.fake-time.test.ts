import { readFileSync } from 'node:fs';
import type { Logger, LogLevel, OutletClientOptions } from 'outlet-open-api';
import pino from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  delayed,
  finished,
  hang,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const unavailable = json({}, 503);
const found = json({ id: 'o-1' });

/** A logger, and the lines that it got, with `ID` for the id of the call. */
function lines(): {
  readonly logger: Logger;
  readonly logged: [level: string, line: string, details?: object][];
} {
  const logged: [string, string, object?][] = [];
  const record = (level: string) => (line: string, details?: object) => {
    expect(line).toMatch(/^outlet-open-api: /);
    const text = line.slice('outlet-open-api: '.length).replace(/\[[0-9a-f]{8}-[0-9a-z]+\]/, '[ID]');
    logged.push(details ? [level, text, details] : [level, text]);
  };
  const logger = {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
  };
  return { logger, logged };
}

async function linesOf(script: readonly Step[], options: OutletClientOptions = {}): Promise<string[]> {
  const { logger, logged } = lines();
  const outlet = clientOf(scriptedService(...script), { logger, logLevel: 'debug', ...options });
  await finished(outlet.orders.get('o-1').catch(() => {}));
  return logged.map(([level, line]) => `${level}: ${line}`);
}

describe('an attempt is logged in one line', () => {
  const path = '[ID] GET /orders/{orderId}';

  test('with its status and duration', async () => {
    expect(await linesOf([delayed(found, 37)])).toEqual([`debug: ${path}: attempt 1 returned 200 in 37 ms`]);
  });

  test('at info, with the failure and the pause before it, if it is a retry', async () => {
    expect(await linesOf([unavailable, found])).toEqual([
      `debug: ${path}: attempt 1 returned 503 in 0 ms`,
      `info: ${path}: attempt 2 returned 200 in 0 ms (after status 503, backoff 250 ms)`,
    ]);
  });

  test('at info if it returns a 429, and the next one with its wait', async () => {
    expect(await linesOf([tooMany(12), found], { rateLimit: { requests: 1, interval: 1_000 } })).toEqual([
      `info: ${path}: attempt 1 returned 429 in 0 ms`,
      `info: ${path}: attempt 2 returned 200 in 0 ms (after status 429, backoff 12,000 ms)`,
    ]);
  });

  test('with its error if it gets no response', async () => {
    expect(await linesOf([hang, new TypeError('fetch failed'), found])).toEqual([
      `debug: ${path}: attempt 1 failed after 30,000 ms: TimeoutError`,
      `info: ${path}: attempt 2 failed after 0 ms: ConnectionError (after TimeoutError, backoff 250 ms)`,
      `info: ${path}: attempt 3 returned 200 in 0 ms (after ConnectionError, backoff 500 ms)`,
    ]);
  });

  test('without details on the console', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue();
    const outlet = clientOf(scriptedService(found), { logger: console, logLevel: 'debug' });
    await finished(outlet.orders.get('o-1'));
    expect(debug.mock.calls).toEqual([[expect.stringContaining('attempt 1 returned 200')]]);
  });

  test('with its error if the client cannot use the body', async () => {
    const line = `debug: ${path}: attempt 1 returned 200, but failed after 0 ms: ResponseValidationError`;
    expect(await linesOf([json([])])).toEqual([line]);
  });

  test('with its time in the queue, from 5 ms up', async () => {
    const { logger, logged } = lines();
    const options = { rateLimit: { requests: 1, interval: 1_000 }, logger, logLevel: 'debug' } as const;
    const outlet = clientOf(scriptedService(found), options);
    await finished(Promise.all([outlet.orders.get('o-1'), outlet.orders.get('o-2')]));
    expect(logged.map(([, line]) => line)).toEqual([
      `${path}: attempt 1 returned 200 in 0 ms`,
      expect.stringMatching(/: attempt 1 returned 200 in 0 ms \(queue 1,0\d\d ms\)$/),
    ]);
  });

  test('with its diagnostics message as details', async () => {
    const { logger, logged } = lines();
    const outlet = clientOf(scriptedService(found), { logger, logLevel: 'debug' });
    const { meta } = await finished(outlet.orders.get('o-1').withResponse());
    const details = {
      callId: meta.callId,
      operation: 'orders.get',
      method: 'GET',
      path: '/orders/{orderId}',
      idempotencyKey: undefined,
      attempt: 1,
      sentAt: meta.sentAt,
      duration: 0,
      queueDuration: 0,
      backoff: 0,
      status: 200,
      failure: undefined,
      rateLimit: undefined,
    };
    expect(logged.map(([, , info]) => info)).toEqual([details]);
  });
});

test('the guide shows lines as the logger gets them', async () => {
  const { logger, logged } = lines();
  const rateLimit = { requests: 2, interval: 1_000 };
  const service = scriptedService(json([]), json([]), json({}, 502), json({ id: 'o-1' }, 201));
  const outlet = clientOf(service, { rateLimit, logger, logLevel: 'debug' });
  await finished(Promise.all([outlet.channels.list(), outlet.channels.list(), outlet.orders.create(order)]));
  const withoutNumbers = (text: string) =>
    text.replaceAll(/\[.*?\]/g, '[ID]').replaceAll(/[\d,]+ ms/g, 'N ms');
  const shown = logged.slice(2).map(([, line]) => `outlet-open-api: ${withoutNumbers(line)}\n`);
  const guide = readFileSync(new URL('../../../docs/guides/logging.md', import.meta.url), 'utf8');
  expect(withoutNumbers(guide)).toContain(shown.join(''));
});

test('the id of a call connects its lines with its error', async () => {
  const logged: string[] = [];
  const note = (line: string) => logged.push(line);
  const logger = { debug: note, info: note, warn: note, error: note };
  const outlet = clientOf(scriptedService(unavailable), { logger, logLevel: 'debug', maxRetries: 2 });
  const error = await finished(rejection(outlet.orders.get('o-1')));
  const { callId } = Object(error);
  expect(logged).toEqual(Array(3).fill(expect.stringContaining(`[${callId}]`)));
});

describe('the log level', () => {
  /** The lines of a call that gets a 503, a 429 and then a response with a mismatch. */
  const expected: [LogLevel, string][] = [
    ['debug', '[ID] GET /orders/{orderId}: attempt 1 returned 503 in 0 ms'],
    ['info', '[ID] GET /orders/{orderId}: attempt 2 returned 429 in 0 ms (after status 503, backoff 250 ms)'],
    ['error', 'The hook onAttemptEnd threw an error; the call continues'],
    [
      'info',
      '[ID] GET /orders/{orderId}: attempt 3 returned 200 in 0 ms (after status 429, backoff 1,000 ms)',
    ],
    ['warn', 'The response of orders.get differs from its documentation at id: '],
  ];

  test.each<[LogLevel, LogLevel[]]>([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['off', []],
  ])('%s logs the levels %j', async (logLevel, levels) => {
    const { logger, logged } = lines();
    const outlet = clientOf(scriptedService(unavailable, tooMany(1), json({ id: 7 })), {
      responseValidation: 'lenient',
      hooks: {
        onAttemptEnd: ({ status }) => (status === 429 ? Promise.reject(new Error('broken')) : undefined),
      },
      logger,
      logLevel,
    });
    await finished(outlet.orders.get('o-1'));
    expect(logged.map(([level, line]) => [level, line])).toEqual(
      expected
        .filter(([level]) => levels.includes(level))
        .map(([level, line]) => [level, expect.stringContaining(line)]),
    );
  });
});

describe('pino', () => {
  /** A pino logger, and the objects that it wrote. */
  function pinoWriting() {
    const written: Record<string, unknown>[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => written.push(JSON.parse(line)) });
    return { log, written };
  }

  test('writes the details as its own fields', async () => {
    const { log, written } = pinoWriting();
    const service = scriptedService(unavailable, json({ id: 7 }));
    const outlet = clientOf(service, { logger: log, logLevel: 'debug', responseValidation: 'lenient' });
    await finished(outlet.orders.get('o-1'));
    const attempt = { operation: 'orders.get', path: '/orders/{orderId}', callId: expect.any(String) };
    expect(written).toMatchObject([
      {
        level: 20,
        ...attempt,
        attempt: 1,
        status: 503,
        msg: expect.stringContaining('attempt 1 returned 503'),
      },
      {
        level: 30,
        ...attempt,
        attempt: 2,
        status: 200,
        backoff: 250,
        msg: expect.stringContaining('attempt 2'),
      },
      { level: 40, operation: 'orders.get', msg: expect.stringMatching(/^outlet-open-api: The response/) },
    ]);
  });

  test('gets a warning once, although each client has a child of it', async () => {
    const { log, written } = pinoWriting();
    const service = scriptedService(json({ id: 7 }));
    const tenant = log.child({ tenant: 't-1' });
    for (const logger of [log.child({ outletRef: 'bistro' }), tenant.child({ outletRef: 'bakery' }), log]) {
      await finished(
        clientOf(service, { logger, logLevel: 'warn', responseValidation: 'lenient' }).orders.get('o-1'),
      );
    }
    expect(written).toMatchObject([{ level: 40, outletRef: 'bistro', operation: 'orders.get', path: 'id' }]);
    const other = pinoWriting();
    await finished(
      clientOf(service, { logger: other.log, logLevel: 'warn', responseValidation: 'lenient' }).orders.get(
        'o-1',
      ),
    );
    expect(other.written).toHaveLength(1);
  });

  test('writes lines without details, also as a child', async () => {
    const { log, written } = pinoWriting();
    const outlet = clientOf(scriptedService(), {
      logger: log.child({ outletRef: 'bistro' }),
      logLevel: 'error',
      hooks: { onAttempt: () => Promise.reject(new Error('broken')) },
    });
    await finished(outlet.orders.get('o-1'));
    const msg = 'outlet-open-api: The hook onAttempt threw an error; the call continues';
    expect(written).toMatchObject([{ level: 50, outletRef: 'bistro', msg }]);
  });
});

test.each(['throws', 'rejects'])('a logger that %s does not change a call', async (how) => {
  const fail = () => {
    if (how === 'throws') throw new Error('the disk is full');
    return Promise.reject(new Error('the disk is full'));
  };
  const logger = { debug: fail, info: fail, warn: fail, error: fail };
  const outlet = clientOf(scriptedService(unavailable, found), { logger, logLevel: 'debug' });
  expect(await finished(outlet.orders.get('o-1'))).toEqual({ id: 'o-1' });
});
