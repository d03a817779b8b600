import type { Channel } from 'node:diagnostics_channel';
import { diagnosticsChannels } from '../host.js';
import type { DiagnosticsMessages } from './messages.js';

type WorkName = 'call' | 'webhook' | 'sync';

/** Keeps each channel, because Node.js 20 can lose the subscribers of one that replaces a garbage-collected channel. */
const channels: Record<string, Channel | undefined> = {};

/** Returns a channel, if the runtime has diagnostics channels. */
export function channelOf(name: string): Channel | undefined {
  channels[name] ??= diagnosticsChannels()?.channel(`outlet-open-api:${name}`);
  return channels[name];
}

/** Publishes a message. Does nothing if nobody subscribes. */
export function publish<Name extends keyof DiagnosticsMessages>(
  name: Name,
  message: DiagnosticsMessages[Name],
): void {
  channelOf(name)?.publish(message);
}

/** Runs work between messages about its start, and about its end or error. */
export function observe<Name extends WorkName, T>(
  name: Name,
  message: DiagnosticsMessages[`${Name}:${'start' | 'end' | 'error'}`],
  work: () => Promise<T>,
): Promise<T> {
  publish(`${name}:start`, message);
  return message.run(async () => {
    try {
      const result = await work();
      publish(`${name}:end`, message);
      return result;
    } catch (error) {
      message.error = error;
      publish(`${name}:error`, message);
      throw error;
    }
  });
}
