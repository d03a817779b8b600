import { getEventListeners } from 'node:events';
import { isConnectionError, isTimeoutError, type OutletClient, type RequestOptions } from 'outlet-open-api';
import { afterEach, describe, expect, test } from 'vitest';
import { type LoopbackService, loopbackService } from '../loopback-service.js';
import { rejection } from '../scripted-service.js';
import { places } from './places.js';

/** A way to end a call: what it is called with, what is done once it is there, and what it comes to. */
interface Ending {
  readonly options: () => { options: RequestOptions; end?: (outlet: OutletClient) => void };
  readonly isRight: (error: unknown) => boolean;
}

const endings: Record<string, Ending> = {
  'an abort': {
    options() {
      const controller = new AbortController();
      return { options: { signal: controller.signal }, end: () => controller.abort('enough') };
    },
    isRight: (error) => error === 'enough',
  },
  'a closed client': {
    options: () => ({ options: {}, end: (outlet) => outlet.close() }),
    isRight: isConnectionError,
  },
  'a deadline': { options: () => ({ options: { deadline: 60 } }), isRight: isTimeoutError },
  'a timeout': { options: () => ({ options: { timeout: 60, maxRetries: 0 } }), isRight: isTimeoutError },
};

const timersRunning = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

let service: LoopbackService | undefined;
afterEach(() => service?.close());

describe.each(places)('a call $name', ({ answer, options, begin, endedBy, isConnected }) => {
  test.each(endedBy)('is ended by %s, and leaves nothing behind', async (name) => {
    const ending = endings[name] ?? expect.fail(name);
    service = await loopbackService((_, response) => answer(response));
    const outlet = service.client(options);
    const timers = timersRunning();
    const { options: limits, end } = ending.options();
    // The caller's signal is seen even where another one is to end the call.
    const { signal = new AbortController().signal } = limits;
    const { call, arrived } = begin(outlet, { ...limits, signal }, service);
    const outcome = rejection(call);
    if (end) {
      await arrived;
      end(outlet);
    }
    expect(ending.isRight(await outcome)).toBe(true);
    if (isConnected) await service.left();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(timersRunning()).toBeLessThanOrEqual(timers);
  });
});
