import { Cancellation } from '../../cancellation.js';
import { connectionProblem } from '../../emulator/connection-problem.js';
import { printable } from '../../errors/issue.js';
import { suggestion } from '../../options/suggestion.js';
import { eventNames } from '../../webhooks/parse/event-table.js';
import { createTestEvent, createTestRequest } from '../../webhooks/test-deliveries.js';
import { httpUrl, readArguments, rejectPositionals, required } from '../arguments.js';
import { type Console, exitCodes, printJson, UsageError } from '../console.js';
import { sendOptions } from '../options.js';

/** How long the command waits for a response, in milliseconds. */
const timeout = 10_000;

/** How many characters of a response the command prints. */
const maxLength = 1_000;

interface Sent {
  /** `null` if there was no response. */
  readonly status: number | null;
  readonly duration: number;
  readonly responseBody: string;
  readonly meaning: string;
}

/** Sends a test event to a receiver. @throws UsageError if the arguments are invalid */
export async function sendCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, sendOptions);
  const name = eventName(positionals);
  const url = httpUrl('--to', required('--to <url>', values.to));
  const event = createTestEvent(name, { id: values.id || undefined });
  const { status, duration, responseBody, meaning } = await send(event, url, console.signal);
  if (values.json) {
    printJson(console, { event: name, body: event.raw, status, duration, responseBody, meaning });
  } else {
    const lines = [
      `Body: ${JSON.stringify(event.raw)}`,
      status === null ? `Status: none, after ${duration} ms` : `Status: ${status}, after ${duration} ms`,
      ...(responseBody ? [`Response: ${responseBody}`] : []),
      meaning,
    ];
    console.stdout.write(`${lines.join('\n')}\n`);
  }
  return status === 200 ? exitCodes.done : exitCodes.failed;
}

async function send(
  event: ReturnType<typeof createTestEvent>,
  url: URL,
  interrupted: AbortSignal,
): Promise<Sent> {
  const { request } = createTestRequest(event, { url: url.href });
  const cancellation = new Cancellation([interrupted], timeout);
  const sentAt = performance.now();
  const elapsed = () => Math.round(performance.now() - sentAt);
  try {
    const response = await fetch(request, { signal: cancellation.signal, redirect: 'manual' });
    const responseBody = await startOfBody(response);
    const duration = elapsed();
    return { status: response.status, duration, responseBody, meaning: meaningOf(response.status, duration) };
  } catch (error) {
    interrupted.throwIfAborted();
    const problem = cancellation.signal.aborted
      ? `The receiver did not respond within ${timeout / 1_000} s. Respond with 200 first, and handle the event afterwards.`
      : connectionProblem(error, url);
    const meaning = `${problem} The API would retry the delivery.`;
    return { status: null, duration: elapsed(), responseBody: '', meaning };
  } finally {
    cancellation.dispose();
  }
}

/** Reads the start of a response body as text for one line, and discards the rest. */
async function startOfBody({ body }: Response): Promise<string> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > maxLength) return `${printable(text.slice(0, maxLength))}…`;
  }
  return printable(text.trim());
}

/** Says what the status of a receiver means for a delivery. API specification: Events › Rules */
function meaningOf(status: number, duration: number): string {
  if (status === 200) {
    return duration > 5_000
      ? 'The receiver acknowledged the delivery, but late. Respond within 5 seconds: queue the event and handle it afterwards.'
      : 'The receiver acknowledged the delivery.';
  }
  return `${adviceFor(status)} Only 200 acknowledges a delivery, so the API would retry it.`;
}

function adviceFor(status: number): string {
  if (status < 300) return 'The receiver accepted the delivery, but with another status. Respond with 200.';
  if (status < 400) return 'The receiver redirects. Use the URL that it redirects to.';
  if (status === 401 || status === 403)
    return 'The receiver rejected the sender. Check its IP allow list and the secret in the URL.';
  if (status === 404 || status === 405)
    return 'The receiver does not accept POST at this path. Check the URL.';
  if (status < 500) return 'The receiver rejected the delivery. Check its log.';
  return 'The receiver failed. Check its log.';
}

function eventName([name, ...others]: readonly string[]): string {
  const list = `The events are ${eventNames.join(', ')}.`;
  if (name === undefined) throw new UsageError(`<event> is missing. ${list}`);
  if (!eventNames.includes(name))
    throw new UsageError(`Unknown event: ${name}. ${suggestion(name, eventNames) || list}`);
  rejectPositionals(others);
  return name;
}
