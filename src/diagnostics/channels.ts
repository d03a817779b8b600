import type { Channel } from 'node:diagnostics_channel';
import { diagnosticsChannels } from '../host.js';

/** Work that has a start and an end. The messages about its start, end and error are the same object. */
export interface WorkMessage {
  /**
   * Runs the work. A subscriber of the start can replace it, for example to set a context for the work. It must call the function that
   * it replaces.
   */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** What the work failed with; `undefined` before the end, and after a success. */
  error?: unknown;
}

/** Keeps each channel, because Node.js 20 can lose the subscribers of one that replaces a garbage-collected channel. */
const channels: Record<string, Channel | undefined> = {};

/** Returns a channel, if the runtime has diagnostics channels. */
export function channelOf(name: string): Channel | undefined {
  channels[name] ??= diagnosticsChannels()?.channel(`outlet-open-api:${name}`);
  return channels[name];
}

/** Publishes a message. Does nothing if nobody subscribes. */
export function publish<Message extends object>(name: string, message: Message): void {
  channelOf(name)?.publish(message);
}

/** Runs work between messages about its start, and about its end or error. */
export function observe<T>(
  name: 'call' | 'webhook' | 'sync' | 'outbox',
  message: WorkMessage,
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
