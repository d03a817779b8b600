import { type Signal, signal } from '@preact/signals';
import type { Topic } from '../src/emulator/contract/index.js';
import { controlUrl } from './control-client.js';

/** Whether the page receives changes. */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting');

const reconnectDelay = 1000;

const versions = new Map<Topic, Signal<number>>();
let events: EventSource | undefined;
let reconnection: ReturnType<typeof setTimeout> | undefined;

/** Grows when anything changes. */
export const lastChange = signal(0);

/** Returns a number that grows when the topic changes. A component or effect that reads it runs again. */
export function versionOf(topic: Topic): number {
  const version = versions.get(topic) ?? signal(0);
  versions.set(topic, version);
  return version.value;
}

/** Receives changes while the page is visible. A browser allows six connections to a host, so hidden pages keep none. */
export function followChanges(): void {
  document.addEventListener('visibilitychange', update);
  update();
}

function update(): void {
  if (document.hidden) disconnect();
  else reconnect();
}

/** Connects to the stream of changes at once. Its first message names all topics, so that views read what they have missed. */
export function reconnect(): void {
  disconnect();
  events = new EventSource(controlUrl('/events'));
  events.addEventListener('open', () => {
    connection.value = 'open';
  });
  events.addEventListener('change', ({ data }: MessageEvent<string>) => {
    const changed: Topic[] = JSON.parse(data);
    lastChange.value++;
    for (const topic of changed) {
      const version = versions.get(topic);
      if (version !== undefined) version.value++;
    }
  });
  // Browsers connect again on their own after some errors only, and after a time that differs between them.
  events.addEventListener('error', () => {
    disconnect();
    connection.value = 'lost';
    reconnection = setTimeout(reconnect, reconnectDelay);
  });
}

function disconnect(): void {
  events?.close();
  clearTimeout(reconnection);
}
