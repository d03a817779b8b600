import { expect, onTestFinished, test } from 'vitest';
import { topics } from '../../../src/emulator/contract/index.js';
import type { Emulator } from '../../../src/emulator/index.js';
import { authorized, openEmulator } from './running.js';

/** Opens the stream of changes. `next` returns the topics of the next message. */
async function openStream({ url }: Emulator) {
  const response = await fetch(`${url}/control/v1/events`);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  onTestFinished(() => void reader?.cancel().catch(() => {}));
  return {
    headers: response.headers,
    async next(): Promise<string[]> {
      const { value } = (await reader?.read()) ?? {};
      const [, data = '[]'] = /^event: change\ndata: (.*)\n\n$/.exec(decoder.decode(value)) ?? [];
      return JSON.parse(data);
    },
    end: async () => (await reader?.read())?.done,
  };
}

test('the first message names all topics', async () => {
  const stream = await openStream(await openEmulator());

  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(await stream.next()).toEqual(topics);
});

test('a later message names what has changed, each topic once', async () => {
  const emulator = await openEmulator();
  const stream = await openStream(emulator);
  await stream.next();

  emulator.fake.clock.advance(1);
  emulator.fake.clock.advance(1);
  emulator.fake.menus.update(emulator.fake.menus.all()[0]?.id ?? '', { price: 9 });
  emulator.fake.assume({ wrapper: 'records' });
  expect(await stream.next()).toEqual(['clock', 'menus', 'assumptions']);

  await fetch(`${emulator.url}/api/v1/channels`, { headers: authorized(emulator) });
  expect(await stream.next()).toEqual(['requests']);
});

test('each stream gets its own messages, and close ends it', async () => {
  const emulator = await openEmulator();
  const [one, other] = [await openStream(emulator), await openStream(emulator)];
  await one.next();
  await other.next();
  emulator.fake.clock.advance(1);

  expect(await one.next()).toEqual(['clock']);
  expect(await other.next()).toEqual(['clock']);
  const ends = [one, other].map((stream) => stream.end().catch(() => true));
  await emulator.close();
  for (const end of ends) expect(await end).toBe(true);
});
