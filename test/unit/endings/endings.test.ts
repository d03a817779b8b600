import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { type LoopbackService, loopbackService } from '../../support/services/loopback-service.js';
import { endACall } from './end-a-call.js';
import { endings } from './endings.js';
import { places } from './places.js';

const timersRunning = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

let service: LoopbackService | undefined;
afterEach(() => service?.close());

describe.each(places)('a call $name', (place) => {
  test.each(place.endedBy)('is ended by %s, and leaves nothing behind', async (name) => {
    const ending = endings[name];
    service = await loopbackService((_, response) => place.respond(response));
    const timers = timersRunning();
    const { error, signal } = await endACall(place, ending, service);
    expect(ending.isRight(error)).toBe(true);
    if (place.isConnected) await service.left();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(timersRunning()).toBeLessThanOrEqual(timers);
  });
});
