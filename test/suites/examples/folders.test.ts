import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { VERSION } from 'outlet-open-api';
import { createTestEvent, type WebhookEvent } from 'outlet-open-api/webhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { receiveWebhooks } from '../../../examples/order-data/receive-webhooks.js';
import { examples } from '../../../examples/restaurant/examples.js';
import { reservePort } from '../../../examples/restaurant/serve.js';

const root = new URL('../../../examples/', import.meta.url);
const names = Object.keys(examples);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe.each(names)('%s', (name) => {
  test('has a README that the list of examples links to', () => {
    expect(read(`${name}/README.md`)).toContain(`npm run example -- ${name}`);
    expect(read('README.md')).toContain(`(${name}/README.md)`);
  });

  test('has a private package that depends on this version of the SDK', () => {
    const { private: isPrivate, scripts, dependencies } = JSON.parse(read(`${name}/package.json`));
    const minor = VERSION.split('.').slice(0, 2).join('.');
    expect([isPrivate, scripts.start, dependencies['outlet-open-api']]).toEqual([
      true,
      'tsx main.ts',
      `^${minor}.0`,
    ]);
  });
});

/** Each folder has its own copy of these, so that it can be copied alone. */
const copies = ['log-error.ts', 'receive-webhooks.ts', 'required.ts', 'tsconfig.json'];

test.each(copies)('all copies of %s are equal', (file) => {
  const folders = names.filter((name) => existsSync(new URL(`${name}/${file}`, root)));
  expect(folders.length).toBeGreaterThan(1);
  expect(new Set(folders.map((name) => read(`${name}/${file}`))).size).toBe(1);
});

test('no example accepts webhooks without a guard', () => {
  for (const name of names) {
    const files = readdirSync(new URL(name, root)).filter((file) => file.endsWith('.ts'));
    for (const code of files.map((file) => read(`${name}/${file}`))) {
      if (code.includes('createWebhookHandler({')) expect(code).toContain('verify: [sharedSecret(');
    }
  }
});

describe('receiveWebhooks', () => {
  const body = JSON.stringify(createTestEvent('order.complete', { id: 'o-1' }).raw);

  test('accepts deliveries with the secret only, and stops when the running ones are handled', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { port, release } = await reservePort();
    onTestFinished(release);
    vi.stubEnv('PORT', String(port));
    vi.stubEnv('WEBHOOK_SECRET', 'a-secret-of-this-test');
    const handled: unknown[] = [];
    const gate = new EventTarget();
    const onAny = async ({ id }: WebhookEvent) => {
      handled.push(id);
      await once(gate, 'open');
    };
    const stop = await receiveWebhooks({ onAny });
    const deliver = async (query: string) =>
      (await fetch(`http://127.0.0.1:${port}/${query}`, { method: 'POST', body })).status;

    expect([await deliver(''), await deliver('?secret=wrong')]).toEqual([401, 401]);
    expect(handled).toEqual([]);
    const delivery = deliver('?secret=a-secret-of-this-test');
    await expect.poll(() => handled).toEqual(['o-1']);
    const stopped = stop().then(() => 'stopped');
    expect(await Promise.race([stopped, new Promise((resolve) => setImmediate(resolve, 'running'))])).toBe(
      'running',
    );
    gate.dispatchEvent(new Event('open'));
    expect(await Promise.all([delivery, stopped])).toEqual([200, 'stopped']);
    await expect(deliver('?secret=a-secret-of-this-test')).rejects.toThrow();
  });

  test('does not start without a secret, or at a port that is taken', async () => {
    vi.stubEnv('WEBHOOK_SECRET', '');
    await expect(receiveWebhooks({})).rejects.toThrow('Set WEBHOOK_SECRET');

    const other = createServer().listen(0);
    await once(other, 'listening');
    vi.stubEnv('PORT', String(Object(other.address()).port));
    vi.stubEnv('WEBHOOK_SECRET', 'a-secret-of-this-test');
    await expect(receiveWebhooks({})).rejects.toThrow('EADDRINUSE');
    other.close();
  });
});
