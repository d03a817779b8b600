import type { DiagnosticsMessages } from './messages.js';

/** The part of `node:diagnostics_channel` that publishes. Publishing does nothing if nobody subscribes. */
interface DiagnosticsChannels {
  channel(name: string): Channel;
}

interface Channel {
  publish(message: object): void;
}

/** The public messages, and `FakeResponse`, which only the tests of this package read. */
interface Messages extends DiagnosticsMessages {
  'fake:response': object;
}

type ChannelName = keyof Messages;
type WorkName = 'call' | 'webhook' | 'sync';

/** Keeps each channel, because Node.js 20 can lose the subscribers of one that replaces a garbage-collected channel. */
const channels: { [Name in ChannelName]?: Channel | undefined } = {};

/** Publishes a message, if the runtime has diagnostics channels. They are not imported, so that every runtime can load this module. */
export function publish<Name extends ChannelName>(name: Name, message: Messages[Name]): void {
  channels[name] ??= openChannel(name);
  channels[name]?.publish(message);
}

function openChannel(name: ChannelName): Channel | undefined {
  const builtin: DiagnosticsChannels | undefined =
    globalThis.process?.getBuiltinModule?.('node:diagnostics_channel');
  return builtin?.channel(`outlet-open-api:${name}`);
}

/** Runs work between messages about its start, and about its end or error. */
export function observe<Name extends WorkName, T>(
  name: Name,
  message: Messages[`${Name}:${'start' | 'end' | 'error'}`],
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
