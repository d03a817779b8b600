import { type Cancellation, untilAborted } from '../../cancellation.js';
import { type Failure, repetition } from '../../errors/call-error.js';
import type { Issue } from '../../errors/issue.js';
import { ConnectionError } from '../../errors/no-response-errors.js';
import { isRecord, parseJson } from '../../json.js';
import type { Operation } from '../../operations/operation.js';
import type { CallContext } from '../call-context.js';
import { redactedCause } from '../connection-fault.js';
import type { FetchResponse } from '../fetch-function.js';
import { namesOf } from '../list-names.js';
import { failureOfEmptyBody, failureOfOtherJson, failures, failureWithoutEntity } from '../outcomes.js';
import { entityIn, isErrorBody, isErrorInsteadOfOrder, missingIdIn } from './entity.js';
import { errorFromResponse, invalidResponse } from './error-response.js';
import { kindOf } from './page-body.js';
import { type PageData, readPage } from './read-page.js';

export interface ReadResponse {
  readonly response: Response;
  readonly text: string;
  readonly data: unknown;
}

/** The part of an error response that the client reads. */
const maxErrorBytes = 2 ** 18;

/** Reads a response to its end. Throws for an error status, and for a body that cannot be the data. */
export async function readResponse(
  call: CallContext,
  response: Response,
  attemptCancellation: Cancellation,
): Promise<ReadResponse> {
  const { settings, endpoint } = call;
  if (response.type === 'opaqueredirect') {
    const problem = 'the response is a redirect, which the client does not follow; check baseUrl';
    throw new ConnectionError('fetch', problem, call.recordFailure(failures.noResponse));
  }
  // Do not read `ok`, which the Response of another library can lack.
  if (response.status < 200 || response.status >= 300) {
    const text = await readErrorText(call, response, attemptCancellation);
    throw errorFromResponse(call, response, text);
  }
  const text = await readText(call, response, attemptCancellation);

  const fail = (message: string, failure: Failure, hint?: string) =>
    invalidResponse(call, response, text, failure, { issues: [{ path: '', message }], hint });
  if (text === undefined)
    throw fail(
      `the body is larger than maxResponseBytes (${settings.maxResponseBytes})`,
      failures.tooLarge,
      call.info.method === 'GET' ? 'Raise maxResponseBytes, or each call will fail.' : undefined,
    );
  const isList = endpoint.responseKind === 'list' || endpoint.responseKind === 'pages';
  // The API specification does not define the response for a list without records.
  const isEmptyList = isList && response.status === 204;
  if (text.trim() === '' && !isEmptyList) {
    if (endpoint.responseKind === 'anything') return { response, text, data: undefined };
    const failure = failureOfEmptyBody(call.info.method, response);
    throw fail('the body is empty', failure, failure === failures.unusable ? emptyHint(call) : undefined);
  }
  const json = isEmptyList ? null : parseJson(text);
  if (json === undefined) throw fail('the body is not JSON', failures.notJson);
  if (endpoint.responseKind === 'anything') return { response, text, data: json };
  if (isList) return { response, text, data: pageOf(call, endpoint, response, text, json) };
  if (!isRecord(json))
    throw fail(`must be an object, not ${kindOf(json)}`, failureOfOtherJson(endpoint.method));
  const data = entityIn(json);
  const missingId = endpoint.needsId ? missingIdIn(data) : undefined;
  if (missingId) {
    const isMessage = isErrorBody(json) || (endpoint.method !== 'PUT' && 'message' in json);
    const failure = isMessage ? failures.noEntity : failureWithoutEntity(endpoint.method, response.status);
    throw invalidResponse(call, response, text, failure, { issues: [missingId] });
  }
  if (endpoint.response === 'order' && isErrorInsteadOfOrder(json, data))
    throw fail('describes an error instead of an order', failures.noEntity);
  return { response, text, data };
}

/** Reads a page, and reports a page without a cursor that may not be the last. */
function pageOf(
  call: CallContext,
  operation: Operation,
  response: FetchResponse,
  text: string,
  json: unknown,
): PageData<unknown> {
  const { settings, cursor } = call;
  const { followedLists, reporter } = settings;
  if (cursor !== undefined) followedLists.add(operation.id);
  const { url } = call.request;
  const path = new URL(url).pathname.slice(new URL(settings.baseUrl).pathname.length);
  const received = { json, headers: response.headers, url, path, cursor };
  const page = readPage(received, operation, namesOf(settings, operation), followedLists.has(operation.id));
  const reject = (issues: readonly Issue[]) => {
    const failure = isErrorBody(json) ? failures.noEntity : failures.unusable;
    return invalidResponse(call, response, text, failure, { issues });
  };
  if ('issues' in page) throw reject(page.issues);
  const { data, mayContinue } = page;
  if (!mayContinue) return data;
  if (call.missingNext === 'error') throw reject([mayContinue]);
  const { path: field, message } = mayContinue;
  const problem = call.redactor.tokens(`\`${field}\` ${message}`);
  reporter.warn(`cursor:${operation.id}`, `${operation.id} can be incomplete: ${problem}`);
  return data;
}

/** Says how to get the response to a POST whose body is empty: the API repeats it. */
function emptyHint({ info: { idempotencyKey } }: CallContext): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  return `The API performed the call. To get its response again, ${repetition(idempotencyKey)}.`;
}

/** Reads the body of an error. Returns `undefined` if the body hangs or breaks off, because the status says enough. */
async function readErrorText(
  call: CallContext,
  response: FetchResponse,
  attemptCancellation: Cancellation,
): Promise<string | undefined> {
  if (isConsumed(response)) return undefined;
  const maxBytes = Math.min(call.settings.maxResponseBytes, maxErrorBytes);
  return readBody(response, maxBytes, attemptCancellation).catch(() => {
    call.cancellation.throwIfAborted();
    return undefined;
  });
}

async function readText(
  call: CallContext,
  response: FetchResponse,
  attemptCancellation: Cancellation,
): Promise<string | undefined> {
  if (isConsumed(response)) {
    const problem = 'the fetch function has consumed the body of the response; let it read a clone()';
    throw new ConnectionError('fetch', problem, call.recordFailure(failures.noResponse));
  }
  try {
    return await readBody(response, call.settings.maxResponseBytes, attemptCancellation);
  } catch (error) {
    attemptCancellation.throwIfAborted();
    const cause = redactedCause(error, call.redactor);
    const failed = call.recordFailure(failures.brokenBody);
    throw new ConnectionError('network', cause.message, failed, { cause });
  }
}

/** Reads a body as text, or returns `undefined` if it is too large. The bytes are counted after decompression. */
async function readBody(
  response: FetchResponse,
  maxBytes: number,
  attemptCancellation: Cancellation,
): Promise<string | undefined> {
  const { body } = response;
  // The Response of another library can have a body of another kind, or only `text()`.
  if (!isWebStream(body)) {
    const text = await untilAborted(response.text(), attemptCancellation);
    return isLonger(text, maxBytes) ? undefined : text;
  }
  const reader = body.getReader();
  try {
    return await untilAborted(readAll(reader, maxBytes), attemptCancellation);
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Returns whether a text has more bytes in UTF-8, which takes at most 3 for each unit of JavaScript's length. */
function isLonger(text: string, maxBytes: number): boolean {
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).byteLength > maxBytes;
}

const decoder = new TextDecoder();

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    // Decode everything at once: a streaming decoder takes several times as long in Node.js.
    if (done) return decoder.decode(concatenate(chunks, bytes));
    bytes += value.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(value);
  }
}

function concatenate(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

/** Returns whether a custom fetch has read the body, or is reading it. */
function isConsumed({ bodyUsed, body }: FetchResponse): boolean {
  return bodyUsed === true || (isWebStream(body) && body.locked);
}

function isWebStream(body: unknown): body is ReadableStream<Uint8Array> {
  return isRecord(body) && typeof body.getReader === 'function';
}
