import { type ApiError, createApiError } from '../../errors/api-errors.js';
import { adviceFor, type FailedCall, type Failure, otherBodyHint } from '../../errors/call-error.js';
import { fieldErrorsIn } from '../../errors/field-errors.js';
import { keepOriginal } from '../../errors/original-cause.js';
import { type InvalidResponse, ResponseValidationError } from '../../errors/response-validation-error.js';
import { isRecord, parseJson } from '../../json.js';
import type { CallContext } from '../call-context.js';
import type { FetchResponse } from '../fetch-function.js';
import { failureOfStatus } from '../outcomes.js';
import { listHint, rangeHint } from './list-hint.js';

/** Converts an error response to the error of its status. API specification: Errors. */
export function errorFromResponse(
  call: CallContext,
  response: FetchResponse,
  text: string | undefined,
): ApiError {
  const { status, headers } = response;
  const { redactor, rateLimit, idempotentReplay: isReplay } = call;
  const json = parseJson(text ?? '');
  const body = isRecord(json) ? json : {};
  const isForeign = !('code' in body);
  const { message } = body;
  const errors = redactor.errors(body.errors);
  const retryAfterSeconds = secondsOf(body.retryAfter) ?? retryAfterSecondsIn(headers);
  const failed = call.recordFailure(failureOfStatus(status, call));
  const error = createApiError(failed, {
    status,
    message:
      typeof message === 'string' && message !== ''
        ? redactor.message(message)
        : `the response has no message (${previewOf(response, text)})`,
    errors,
    headers: redactor.headers(headers),
    requestId: shownRequestId(call),
    idempotentReplay: isReplay,
    isForeign,
    rateLimit,
    retryAfterSeconds,
    hint: hintFor(call, failed, status, errors, retryAfterSeconds, isForeign && text !== undefined),
  });
  keepOriginal(error, text);
  return error;
}

/** Creates the error for a successful response that the client cannot use. */
export function invalidResponse(
  call: CallContext,
  response: FetchResponse,
  text: string | undefined,
  failure: Failure,
  details: Pick<InvalidResponse, 'issues' | 'hint'>,
): ResponseValidationError {
  const { redactor } = call;
  const error = new ResponseValidationError(call.recordFailure(failure), {
    ...details,
    // The names of fields are those of a stranger.
    issues: details.issues.map(({ path, message }) => ({
      path: redactor.tokens(path),
      message: redactor.tokens(message),
    })),
    status: response.status,
    requestId: shownRequestId(call),
    bodyPreview: previewOf(response, text),
  });
  keepOriginal(error, text);
  return error;
}

function shownRequestId({ redactor, requestId }: CallContext): string | undefined {
  return requestId === undefined ? undefined : redactor.message(requestId);
}

const replayHint =
  'The API repeated its first response to this idempotency key, and will do so again. Read the entity before you use a new key.';

/** For a POST that was rejected after an attempt that may have been performed. To repeat it would end in the same rejection. */
const lostHint =
  'The API may have performed an earlier attempt: look for its result before you send a corrected request with a new idempotency key.';

/** For a 401 after an attempt that may have been performed. A repetition with another API key could create a second order. */
const lostKeyHint =
  'The API may have performed an earlier attempt: look for its result before you repeat the call with another API key.';

/** For a 401 to a call whose idempotency key an earlier call, or another process, can have sent. */
const otherApiKeyHint =
  'Another API key may not know this idempotencyKey: if you have sent it before, look for its result before you call again.';

const usedKeyHint =
  'This idempotencyKey was used before: with another body, at another endpoint, or by a request that still runs. That request may have been performed, so repeat its body with this key. Use a new key only if you know that it was not.';

const foreignHint =
  'Errors of the API are JSON with a `code`, so something in front of it has probably sent this response, such as a firewall. Check baseUrl and the network.';

const stateHint = 'Read the entity first: its current state may not allow this change.';

/** Returns what to do. After a write that may have been performed, the hint of a status alone can be wrong. */
function hintFor(
  call: CallContext,
  failed: FailedCall,
  status: number,
  errors: unknown,
  retryAfterSeconds: number | undefined,
  isForeign: boolean,
): string {
  const { idempotentReplay: isReplay } = call;
  if (isReplay && status >= 500) return replayHint;
  const hint =
    isForeign && [400, 401, 403, 404, 405].includes(status)
      ? foreignHint
      : (listHint(call, status) ??
        `${statusHint(call, status, errors, retryAfterSeconds)} ${rangeHint(call, status)}`.trim());
  const isFinal = !isForeign && (status === 400 || status === 413);
  if (call.isKeyPassed && !isReplay) {
    if (status === 409) return usedKeyHint;
    if (status === 401) return `${hint} ${otherApiKeyHint}`;
    if (isFinal && failed.outcome === 'rejected') return `${hint} ${otherBodyHint}`;
  }
  // A replayed response is that of the first attempt, so nothing is unclear.
  if (failed.outcome !== 'unknown' || isReplay) return hint;
  if (failed.method === 'GET') return hint || adviceFor(failed);
  if (status === 401 && failed.method === 'POST') return `${hint} ${lostKeyHint}`;
  if (isFinal && failed.method === 'POST') return lostHint;
  return isFinal || status === 409 ? adviceFor(failed) : `${hint} ${adviceFor(failed)}`.trim();
}

function statusHint(
  call: CallContext,
  status: number,
  errors: unknown,
  retryAfterSeconds: number | undefined,
): string {
  const { method, path } = call.info;
  switch (status) {
    case 400: {
      const fields = listFields(fieldErrorsIn(errors));
      if (fields !== '')
        return `Fix ${call.redactor.message(fields)} (see \`fieldErrors\`); retrying will not help.`;
      return method === 'PUT' ? stateHint : 'Fix the request; retrying will not help.';
    }
    case 401:
      return 'Check that the access token is complete, not revoked, and for this environment: run `npx outlet-open-api doctor`.';
    case 403:
      if (path.includes('{orderId}') && method === 'PUT')
        return 'Check the use case of the key, and whether this key created the order.';
      return path === '/inventory/goods-receipts'
        ? 'Check the use case of the key, and that merchantId and outletId are those of the key.'
        : 'Check the use case of the key.';
    case 404:
      return path.includes('{orderId}')
        ? 'Check the order ID, the use case of the key, and baseUrl. The API also hides orders that a partner aggregated.'
        : 'Check baseUrl and the use case of the key.';
    case 409:
      return method === 'POST' ? '' : stateHint;
    case 413:
      return 'The request body or a photo is too large. Photos can have at most 10 MB.';
    case 429:
      return retryAfterSeconds === undefined ? 'Call again later.' : `Call again in ${retryAfterSeconds} s.`;
    default:
      return status >= 300 && status < 400 ? 'Redirects are not followed: check baseUrl.' : '';
  }
}

/** Lists the first fields: `note, items[0].quantity`. */
function listFields(fieldErrors: Readonly<Record<string, string[]>>): string {
  const fields = Object.keys(fieldErrors).filter((path) => path !== '');
  return fields.length > 5 ? `${fields.slice(0, 5).join(', ')} and others` : fields.join(', ');
}

function secondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Parses Retry-After: seconds, or a date on the clock of the server that sent it. */
function retryAfterSecondsIn(headers: FetchResponse['headers']): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return /\d GMT$/.test(value) ? secondsOf(Math.max(0, Date.parse(value) - now) / 1_000) : undefined;
}

const shownType = /^(?:application|text)\/(?:problem\+)?(?:csv|html|javascript|json|octet-stream|plain|xml)$/;

/** Describes a body without its content. `undefined` means a body that was too large to read. */
function previewOf({ headers }: FetchResponse, text: string | undefined): string {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const shown = type === '' ? 'no content type' : shownType.test(type) ? type : 'an unusual content type';
  if (text === undefined) return `${shown}, not read completely`;
  const start = text.trimStart()[0] ?? '';
  const kind = { '': 'empty', '<': 'starts like markup', '{': 'starts like JSON', '[': 'starts like JSON' }[
    start
  ];
  return `${shown}, ${text.length} characters, ${kind ?? 'starts like plain text'}`;
}
