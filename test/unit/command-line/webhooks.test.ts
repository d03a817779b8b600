import { once } from 'node:events';
import { type RequestListener, request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.js';
import { closedUrl, openServer } from '../../support/services/open-server.js';
import { gate } from '../../support/time/gate.js';
import { openEmulator } from '../emulator/running.js';
import { run, start } from './run.js';

const respond =
  (status: number, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body);

describe('webhooks send', () => {
  test('sends an event as the API does, and succeeds if the receiver responds with 200', async () => {
    const received: unknown[] = [];
    const url = await openServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
      received.push([request.method, request.url, request.headers['content-type'], body]);
      response.end('thanks\n\u001b[31m');
    });
    const { code, stdout } = await run(`webhooks send order.complete --id o-7 --to ${url}/hooks?secret=s-1`);
    const body = { event: 'order.complete', id: 'o-7', updatedAt: expect.any(String) };
    expect(received).toEqual([['POST', '/hooks?secret=s-1', 'application/json', body]]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Status: 200, after \d+ ms$/m)]);
    expect(stdout).toContain('Response: thanks \ufffd[31m\nThe receiver acknowledged the delivery.\n');
    expect(stdout).not.toContain('s-1');
  });

  test('prints one line of JSON with --json', async () => {
    const url = await openServer(respond(200, 'ok'));
    const { stdout } = await run(`webhooks send menus.published --to ${url} --json`);
    expect(stdout.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({
      event: 'menus.published',
      body: { event: 'menus.published', updatedAt: expect.any(String) },
      status: 200,
      duration: expect.any(Number),
      responseBody: 'ok',
      meaning: 'The receiver acknowledged the delivery.',
    });
  });

  test.each([
    [202, 'Respond with 200.'],
    [302, 'The receiver redirects.'],
    [403, 'Check its IP allow list and the secret in the URL.'],
    [404, 'Check the URL.'],
    [418, 'Check its log.'],
    [503, 'The receiver failed.'],
  ])('fails if the receiver responds with %i, and says what that means', async (status, advice) => {
    const url = await openServer(respond(status));
    const { code, stdout } = await run(`webhooks send order.cancelled --to ${url}`);
    expect([code, stdout]).toEqual([1, expect.stringContaining(advice)]);
    expect(stdout).toContain('Only 200 acknowledges a delivery, so the API would retry it.');
  });

  test('shows only the start of a long response', async () => {
    const url = await openServer(respond(200, 'x'.repeat(100_000)));
    const { stdout } = await run(`webhooks send outlet.updated --to ${url} --json`);
    expect(JSON.parse(stdout).responseBody).toBe(`${'x'.repeat(1_000)}…`);
  });

  test('fails if nothing listens', async () => {
    const { code, stdout } = await run(`webhooks send order.complete --to ${await closedUrl()}`);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Nothing listens on 127\.0\.0\.1:\d+\./m)]);
    expect(stdout).toContain('Status: none');
  });

  test('fails if the receiver closes the connection', async () => {
    const url = await openServer((request) => request.socket.destroy());
    const { code, stdout } = await run(`webhooks send order.complete --to ${url}`);
    expect([code, stdout]).toEqual([1, expect.stringContaining('closed the connection before it responded')]);
  });

  test('ends with the code of the signal if it is interrupted', async () => {
    const arrival = gate<void>();
    const command = start(`webhooks send order.complete --to ${await openServer(() => arrival.open())}`);
    await arrival.promise;
    expect(await command.stop()).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
  });

  test.each([
    ['', /^<event> is missing\. The events are order\.inKitchen, /],
    ['order.completed', /^Unknown event: order\.completed\. Did you mean order\.complete\?/],
    ['order', /^Unknown event: order\. The events are /],
    ['order.complete order.cancelled', /^Unexpected argument: order\.cancelled\./],
    ['order.complete', /^--to <url> is missing\./],
    ['order.complete --to localhost:8080', /^--to must be a URL that starts with http:/],
    ['order.complete --to ftp://localhost', /^--to must be a URL/],
  ])('%j is rejected with code 2', async (args, message) => {
    const { code, stdout, stderr } = await run(`webhooks send ${args}`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  });
});

describe('webhooks listen', () => {
  /** Sends headers that `fetch` would not send, and returns the status. */
  async function statusOf(url: string, headers: Record<string, string>, body: string) {
    const sent = request(url, { method: 'POST', headers }).end(body);
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  }

  async function listening(options = '') {
    const command = start(`webhooks listen --port 0 ${options}`);
    const [, url = ''] = await command.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
    onTestFinished(async () => void (await command.stop()));
    return { ...command, url };
  }

  const post = (url: string, body: string) => fetch(url, { method: 'POST', body });

  test('prints each delivery, responds with 200, and ends cleanly', async () => {
    const { url, stop, printed } = await listening();
    expect(await run(`webhooks send order.complete --id o-1 --to ${url}/?secret=s-1`)).toMatchObject({
      code: 0,
    });
    await printed(/Z {2}\/ {2}order\.complete {2}o-1 {2}updatedAt \S+Z {2}200\n/);
    const { code, stdout, stderr } = await stop();
    expect([code, stderr]).toEqual([0, 'Stopped after 1 delivery.\n']);
    expect(stdout).toContain('or that of an HTTPS tunnel for a real key.');
    expect(stdout).not.toContain('s-1');
    await expect(fetch(url)).rejects.toThrow();
  });

  test('prints the body of an unknown event, without characters that control the terminal', async () => {
    const { url, stop } = await listening();
    expect((await post(url, '{"event":"order.moved","table":"\u009b7"}')).status).toBe(200);
    expect((await post(url, '{"event":"order.complete","id":"\\u001b[2J"}')).status).toBe(200);
    const { stdout } = await stop();
    expect(stdout).toContain('unknown event: {"event":"order.moved","table":"\ufffd7"}  200\n');
    expect(stdout).toContain('order.complete  \ufffd[2J  200\n');
  });

  test('responds with 400 to what is not an event, and with 405 to other methods', async () => {
    const { url, stop } = await listening();
    expect((await post(url, 'hello\nthere')).status).toBe(400);
    expect((await fetch(url)).status).toBe(405);
    expect((await stop()).stdout).toContain('not an event: hello there  400\n');
  });

  test('prints one line of JSON for each delivery with --json', async () => {
    const { url, stop } = await listening('--json');
    await post(url, '{"event":"order.complete","id":"o-1","updatedAt":"2026-11-01T12:00:00.000Z"}');
    await post(url, '{"event":"order.moved"}');
    const lines = (await stop()).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      { url },
      {
        at: expect.any(String),
        path: '/',
        event: 'order.complete',
        isKnown: true,
        id: 'o-1',
        updatedAt: '2026-11-01T12:00:00.000Z',
        body: expect.objectContaining({ id: 'o-1' }),
        status: 200,
      },
      {
        at: expect.any(String),
        path: '/',
        event: 'order.moved',
        isKnown: false,
        body: { event: 'order.moved' },
        status: 200,
      },
    ]);
  });

  test('forwards the body and headers of each delivery, and responds with the status of the receiver', async () => {
    const received: unknown[] = [];
    const target = await openServer(async (request, response) => {
      const { 'content-type': type, 'x-secret': secret } = request.headers;
      received.push([request.url, type, secret, Buffer.concat(await request.toArray()).toString()]);
      response.writeHead(503).end('busy');
    });
    const { url, stop } = await listening(`--forward ${target}/hooks?secret=s-2`);
    const headers = { 'content-type': 'application/json', 'x-secret': 's-3' };
    const response = await fetch(url, { method: 'POST', body: '{"event":"outlet.updated"}', headers });
    expect([response.status, await response.text()]).toEqual([503, 'busy']);
    expect(received).toEqual([
      ['/hooks?secret=s-2', 'application/json', 's-3', '{"event":"outlet.updated"}'],
    ]);
    const { stdout } = await stop();
    expect(stdout).toContain('outlet.updated  503\n');
    expect(stdout).not.toContain('s-2');
  });

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'rejects a request of a website with 403, and forwards nothing: %o',
    async (headers) => {
      const received: unknown[] = [];
      const target = await openServer(({ url }, response) => {
        received.push(url);
        response.end();
      });
      const { url, stop } = await listening(`--forward ${target}/hooks?secret=s-2`);
      const body = '{"event":"order.complete","id":"o-1"}';
      expect(await statusOf(url, { ...headers, host: 'evil.example:8080' }, body)).toBe(403);
      expect(received).toEqual([]);
      const { stderr } = await stop();
      expect(stderr).toContain('Rejected a delivery with 403. It comes from a website: ');
    },
  );

  test('rejects a body of more than 64 KiB with 413', async () => {
    const { url, stop } = await listening();
    expect((await post(url, 'x'.repeat(65_537))).status).toBe(413);
    const { stdout, stderr } = await stop();
    expect(stderr).toContain('Rejected a delivery with 413. The webhook body exceeds maxBodyBytes (65536).');
    expect(stdout).not.toContain('xxx');
  });

  test('responds with 502 if it cannot forward a delivery', async () => {
    const { url, stop } = await listening(`--forward ${await closedUrl()}`);
    expect((await post(url, '{"event":"outlet.updated"}')).status).toBe(502);
    expect((await stop()).stderr).toContain('Nothing listens on 127.0.0.1:');
  });

  describe('--emulator', () => {
    const urlsOf = ({ fake }: Emulator) => fake.keys.all().map(({ webhookUrl }) => webhookUrl);

    test('receives the webhooks of the default keys, and puts their old URLs back', async () => {
      const old = 'http://localhost:3000/old';
      const emulator = await openEmulator({ webhookUrls: { 'order-data': old } });
      emulator.fake.keys.create({ useCase: 'order-data', label: 'Own', webhookUrl: old });
      const { url, stop, printed } = await listening(`--emulator ${emulator.dashboardUrl}`);
      await printed(
        /It receives the webhooks of Digital Ordering, Reservations, Order Data, and Inventory Management\.\nMove an order/,
      );
      emulator.fake.menus.publish();
      await printed(/Z {2}\/inventory-management {2}menus\.published {2}updatedAt \S+Z {2}200\n/);
      expect(urlsOf(emulator)).toContain(`${url}/order-data`);
      emulator.fake.key('reservations').webhookUrl = 'http://localhost:3000/changed';
      expect(await stop()).toMatchObject({ code: 0, stderr: 'Stopped after 1 delivery.\n' });
      expect(urlsOf(emulator)).toEqual([undefined, 'http://localhost:3000/changed', old, undefined, old]);
    });

    test('removes the URLs of a run that was killed', async () => {
      const emulator = await openEmulator();
      const { port } = new URL(await closedUrl());
      emulator.fake.key('order-data').webhookUrl = `http://127.0.0.1:${port}/order-data`;
      const command = start(`webhooks listen --port ${port} --json --emulator ${emulator.url}`);
      const [line] = await command.printed(/^\{.*\}\n/);
      expect(JSON.parse(line).keys).toEqual([
        'Digital Ordering',
        'Reservations',
        'Order Data',
        'Inventory Management',
      ]);
      await command.stop();
      expect(urlsOf(emulator)).toEqual([undefined, undefined, undefined, undefined]);
    });

    test('sets the URLs again after the emulator has restarted', async () => {
      const first = await openEmulator();
      const { port } = new URL(first.url);
      const { stop, printed } = await listening(`--emulator ${first.url}`);
      await first.close();
      const second = await openEmulator({ port: Number(port) });
      await printed(/The emulator has started again, and sends its webhooks here\./, 'stderr');
      second.fake.menus.publish();
      await printed(/menus\.published/);
      await second.close();
      const { code, stderr } = await stop();
      expect(code).toBe(0);
      expect(stderr).toContain('The webhook URLs of the emulator were not put back.');
    });

    test('fails if nothing listens, or the URL is not that of an emulator, and writes nothing', async () => {
      const closed = await run(`webhooks listen --port 0 --emulator ${await closedUrl()}`);
      expect(closed).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Nothing listens on /),
      });
      const methods: unknown[] = [];
      const api = await openServer(({ method }, response) => {
        methods.push(method);
        response.writeHead(404).end('{"code":404}');
      });
      const { code, stdout, stderr } = await run(`webhooks listen --port 0 --emulator ${api}/api/v1`);
      const message = `${api} is not an emulator: GET /control/v1/outlets/default/keys responded with 404. Pass the URL`;
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
      expect(methods).toEqual(['GET']);
    });
  });

  test('fails if the port is in use', async () => {
    const { port } = new URL(await openServer(respond(200)));
    const { code, stderr } = await run(`webhooks listen --port ${port}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} on 127.0.0.1 is in use.`)]);
  });

  test.each([
    ['--port x', '--port must be a whole number from 0 to 65535.'],
    ['--port 65536', '--port must be a whole number from 0 to 65535.'],
    ['--forward 8080', '--forward must be a URL'],
    ['--emulator 4010', '--emulator must be a URL'],
    ['all', 'Unexpected argument: all.'],
  ])('%j is rejected with code 2', async (args, message) => {
    const { code, stdout, stderr } = await run(`webhooks listen ${args}`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });
});
