import { createServer } from 'node:http';
import { isLoopback } from '../../client/base-url.js';
import { listen } from '../../emulator/server/listen.js';
import { toNodeListener } from '../../webhooks/handler/node-listener.js';
import { httpUrl, readArguments, rejectPositionals, wholeNumber } from '../arguments.js';
import { CommandError, type Console, exitCodes, interruption, printJson } from '../console.js';
import { listenOptions } from '../options.js';
import { createReceiver } from './delivery-receiver.js';
import { createEmulatorKeys, type EmulatorKeys } from './emulator-keys.js';

/** Listens to loopback only, because deliveries have no signature. */
const host = '127.0.0.1';

/**
 * Receives webhooks until it is interrupted.
 * @throws UsageError if the arguments are invalid; CommandError if the port is in use, or the emulator does not respond
 */
export async function listenCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, listenOptions);
  rejectPositionals(positionals);
  const port = wholeNumber('--port', values.port ?? '8080', 65_535);
  const forward = values.forward === undefined ? undefined : httpUrl('--forward', values.forward);
  const emulator = values.emulator === undefined ? undefined : httpUrl('--emulator', values.emulator);
  const receiver = createReceiver(console, values.json, forward);
  const server = createServer(toNodeListener(receiver.handle));
  const url = await listen(server, port, host).catch((cause: Error) => {
    throw new CommandError(cause.message, { cause });
  });
  const keys = emulator && createEmulatorKeys(emulator, url);
  try {
    const labels = await keys?.set();
    if (emulator && !isLoopback(emulator.hostname))
      console.stderr.write(
        `Warning: ${emulator.host} is another machine or container, which cannot reach ${url}. Run this command beside the emulator.\n`,
      );
    if (values.json) printJson(console, { url, keys: labels });
    else console.stdout.write(introduction(url, forward, emulator, labels));
    await Promise.all([interruption(console), keys && keepSet(keys, console)]);
    await keys?.restore().catch(({ message }: Error) => {
      console.stderr.write(`The webhook URLs of the emulator were not put back. ${message}\n`);
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  console.stderr.write(
    `Stopped after ${receiver.count} ${receiver.count === 1 ? 'delivery' : 'deliveries'}.\n`,
  );
  return exitCodes.done;
}

function introduction(
  url: string,
  forward: URL | undefined,
  emulator: URL | undefined,
  labels: readonly string[] = [],
): string {
  const action = forward ? `forwards deliveries to ${forward.origin}` : 'prints deliveries and responds 200';
  const listening = `Listening on ${url}\nThe command ${action}.\n`;
  if (!emulator || labels.length === 0) {
    return `${listening}Use this URL as the webhook URL of a key in the emulator, or that of an HTTPS tunnel for a real key. Press Ctrl-C to stop.\n`;
  }
  const names = new Intl.ListFormat('en').format(labels);
  const next = `Move an order to its next status at ${emulator.origin}/dashboard/#/orders.`;
  return `${listening}It receives the webhooks of ${names}.\n${next} Press Ctrl-C to stop.\n`;
}

/** Sets the URLs again each time that the emulator restarts, because only a state file keeps them. */
async function keepSet(keys: EmulatorKeys, { stderr, signal }: Console): Promise<void> {
  for (;;) {
    await keys.untilStopped(signal);
    if (signal.aborted) return;
    stderr.write('The emulator has stopped. The command waits until it starts again.\n');
    await keys.setAgain(signal).catch(() => {});
    if (signal.aborted) return;
    stderr.write('The emulator has started again, and sends its webhooks here.\n');
  }
}
