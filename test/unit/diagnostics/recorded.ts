import { channel } from 'node:diagnostics_channel';
import type { DiagnosticsMessages } from 'outlet-open-api';
import { onTestFinished } from 'vitest';

type Name = keyof DiagnosticsMessages;

/** A message as it was when it was published. */
export type Recorded = { [N in Name]: readonly [name: N, message: DiagnosticsMessages[N]] }[Name];

const names: Readonly<Record<Name, true>> = {
  'call:start': true,
  'call:end': true,
  'call:error': true,
  'queue:start': true,
  'queue:end': true,
  'attempt:end': true,
  'outage:start': true,
  'outage:end': true,
  page: true,
  'webhook:start': true,
  'webhook:end': true,
  'webhook:error': true,
  'sync:start': true,
  'sync:end': true,
  'sync:error': true,
  'outbox:start': true,
  'outbox:end': true,
  'outbox:error': true,
  'outbox:change': true,
};

/** Kept, because Node.js 20 can lose the subscribers of a channel that replaces a garbage-collected one. */
const channels = new Map(Object.keys(names).map((name) => [name, channel(`outlet-open-api:${name}`)]));

/** Subscribes to a channel until the test ends. */
export function listen<N extends Name>(name: N, listener: (message: DiagnosticsMessages[N]) => void): void {
  const onMessage = (message: unknown) => listener(message as DiagnosticsMessages[N]);
  channels.get(name)?.subscribe(onMessage);
  onTestFinished(() => void channels.get(name)?.unsubscribe(onMessage));
}

/** Records copies of the messages whose name has a prefix, until the test ends. Calls that other files left behind also publish some. */
export function recorded(prefix = ''): Recorded[] {
  const messages: Recorded[] = [];
  for (const name of (Object.keys(names) as Name[]).filter((name) => name.startsWith(prefix)))
    listen(name, (message) => messages.push([name, { ...message }] as Recorded));
  return messages;
}

/** Returns the messages of a channel. */
export function of<N extends Name>(messages: readonly Recorded[], name: N): DiagnosticsMessages[N][] {
  return messages.flatMap((recorded) =>
    recorded[0] === name ? [recorded[1] as DiagnosticsMessages[N]] : [],
  );
}
