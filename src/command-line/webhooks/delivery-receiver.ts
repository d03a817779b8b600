import { connectionProblem } from '../../emulator/connection-problem.js';
import { printable } from '../../errors/issue.js';
import type { WebhookHandler } from '../../webhooks/handler/create-webhook-handler.js';
import { readRequest } from '../../webhooks/handler/request-body.js';
import type { WebhookEvent } from '../../webhooks/parse/events.js';
import { parseWebhookEvent } from '../../webhooks/parse/parse-webhook-event.js';
import { WebhookParseError } from '../../webhooks/parse/webhook-parse-error.js';
import { type Console, printJson } from '../console.js';

/** Milliseconds to wait for the response of the URL that deliveries are forwarded to: less than the sender waits. */
const timeout = 8_000;

/** The maximum size of a delivery in bytes: the default of a webhook handler. */
const maxBodyBytes = 65_536;

/** Headers that belong to one connection, or that `fetch` sets. */
const connectionHeaders =
  /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/;

/** Creates a webhook handler that prints each delivery. It responds 200, or as the URL that it forwards deliveries to. */
export function createReceiver(
  console: Console,
  isJson: boolean,
  forward: URL | undefined,
): { readonly handle: WebhookHandler; readonly count: number } {
  let count = 0;

  async function handle(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const { headers } = request;
    // Browsers send these headers with every POST of a website, and the API does not.
    if (headers.has('origin') || headers.has('sec-fetch-site'))
      return reject(403, `It comes from a website: ${printable(headers.get('origin') ?? 'unknown')}.`);
    const at = new Date().toISOString();
    let text: string;
    try {
      text = await readRequest(request, {}, maxBodyBytes, console.signal);
    } catch (error) {
      if (!(error instanceof WebhookParseError)) throw error;
      return reject(error.reason === 'too-large' ? 413 : 400, error.message);
    }
    const event = parse(text);
    const response = await responseTo(request, text, event);
    count += 1;
    const { status } = response;
    // Without the query, which can contain a secret.
    const path = new URL(request.url).pathname;
    if (isJson) printJson(console, { at, path, ...fieldsOf(event), body: event?.raw ?? text, status });
    else console.stdout.write(`${at}  ${printable(path)}  ${describe(event, text)}  ${status}\n`);
    return response;
  }

  function reject(status: number, why: string): Response {
    console.stderr.write(`Rejected a delivery with ${status}. ${why}\n`);
    return new Response(null, { status });
  }

  async function responseTo(
    request: Request,
    body: string,
    event: WebhookEvent | undefined,
  ): Promise<Response> {
    if (!forward) return new Response(null, { status: event ? 200 : 400 });
    const headers = [...request.headers].filter(([name]) => !connectionHeaders.test(name));
    const signal = AbortSignal.any([console.signal, AbortSignal.timeout(timeout)]);
    try {
      const { status, body: responseBody } = await fetch(forward, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'manual',
      });
      return new Response(responseBody, { status });
    } catch (error) {
      console.stderr.write(`${connectionProblem(error, forward)}\n`);
      return new Response(null, { status: 502 });
    }
  }

  return {
    handle,
    get count() {
      return count;
    },
  };
}

/** Returns `undefined` if a body is not that of an event. */
function parse(text: string): WebhookEvent | undefined {
  try {
    return parseWebhookEvent(text);
  } catch (error) {
    if (error instanceof WebhookParseError) return undefined;
    throw error;
  }
}

function fieldsOf(event: WebhookEvent | undefined) {
  if (!event) return { event: null };
  const { id, updatedAt } = event;
  return {
    event: event.event === 'unknown' ? event.name : event.event,
    isKnown: event.event !== 'unknown',
    id,
    updatedAt,
  };
}

function describe(event: WebhookEvent | undefined, text: string): string {
  if (!event) return `not an event: ${printable(text.slice(0, 1_000))}`;
  const { id, updatedAt } = event;
  const fields = [id, updatedAt && `updatedAt ${updatedAt}`].flatMap((field) =>
    field ? [printable(field)] : [],
  );
  return event.event === 'unknown'
    ? `unknown event: ${printable(JSON.stringify(event.raw))}`
    : [event.event, ...fields].join('  ');
}
