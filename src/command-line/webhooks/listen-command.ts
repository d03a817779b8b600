import { createServer } from 'node:http';
import { listen } from '../../emulator/server/listen.js';
import { toNodeListener } from '../../webhooks/handler/node-listener.js';
import { httpUrl, readArguments, rejectPositionals, wholeNumber } from '../arguments.js';
import { CommandError, type Console, exitCodes, interruption, printJson } from '../console.js';
import { listenOptions } from '../options.js';
import { createReceiver } from './delivery-receiver.js';

/** Listens to loopback only, because deliveries have no signature. */
const host = '127.0.0.1';

/** Receives webhooks until it is interrupted. @throws UsageError if the arguments are invalid; CommandError if the port is in use */
export async function listenCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, listenOptions);
  rejectPositionals(positionals);
  const port = wholeNumber('--port', values.port ?? '8080', 65_535);
  const forward = values.forward === undefined ? undefined : httpUrl('--forward', values.forward);
  const receiver = createReceiver(console, values.json, forward);
  const server = createServer(toNodeListener(receiver.handle));
  const url = await listen(server, port, host).catch((cause: Error) => {
    throw new CommandError(cause.message, { cause });
  });
  if (values.json) printJson(console, { url });
  else {
    const action = forward
      ? `forwards deliveries to ${forward.origin}`
      : 'prints deliveries and responds 200';
    console.stdout.write(
      `Listening on ${url}. The command ${action}.\nUse this URL as the webhook URL of a key. Press Ctrl-C to stop.\n`,
    );
  }
  await interruption(console);
  server.close();
  server.closeAllConnections();
  console.stderr.write(
    `Stopped after ${receiver.count} ${receiver.count === 1 ? 'delivery' : 'deliveries'}.\n`,
  );
  return exitCodes.done;
}
