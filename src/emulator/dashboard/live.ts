import { type Signal, signal } from '@preact/signals';
import { type Topic, topics } from '../contract.js';

/** Whether the page receives changes. `lost` from the first failed connection until the next successful one. */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting');

const reconnectDelay = 1000;

const versions = new Map<Topic, Signal<number>>(topics.map((topic) => [topic, signal(0)]));

/** Returns a number that grows when the topic changes. A component or effect that reads it runs again. */
export function versionOf(topic: Topic): number {
  return versions.get(topic)?.value ?? 0;
}

/** Connects to the stream of changes, and connects again after the connection is lost. */
export function connect(): void {
  const events = new EventSource('api/events');
  events.addEventListener('open', () => {
    connection.value = 'open';
  });
  events.addEventListener('change', ({ data }: MessageEvent<string>) => {
    const changed: Topic[] = JSON.parse(data);
    for (const topic of changed) {
      const version = versions.get(topic);
      if (version !== undefined) version.value++;
    }
  });
  events.addEventListener('error', () => {
    connection.value = 'lost';
    // Browsers connect again on their own after some errors only, and with a delay that differs between them.
    events.close();
    setTimeout(connect, reconnectDelay);
  });
}
