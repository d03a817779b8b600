import type { Attributes } from '@opentelemetry/api';
import type { AttemptEndEvent, CallMessage } from '../index.js';

/** The names of attributes. Those without `outlet.` are names of the semantic conventions of OpenTelemetry. */
export const names = {
  operation: 'outlet.operation',
  outcome: 'outlet.outcome',
  callId: 'outlet.call.id',
  idempotencyKey: 'outlet.idempotency_key',
  replayed: 'outlet.idempotency.replayed',
  priority: 'outlet.priority',
  attempts: 'outlet.attempts',
  attempt: 'outlet.attempt',
  attemptDuration: 'outlet.attempt.duration',
  queueDuration: 'outlet.queue.duration',
  backoffDuration: 'outlet.backoff.duration',
  webhookEvent: 'outlet.webhook.event',
  webhookResult: 'outlet.webhook.result',
  syncTask: 'outlet.sync.task',
  syncName: 'outlet.sync.name',
  outboxStep: 'outlet.outbox.step',
  outboxKind: 'outlet.outbox.kind',
  outboxState: 'outlet.outbox.state',
  errorType: 'error.type',
  method: 'http.request.method',
  resendCount: 'http.request.resend_count',
  status: 'http.response.status_code',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  urlTemplate: 'url.template',
} as const;

/** Removes attributes without a value, which metrics would keep as keys. */
export function withoutUndefined(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Describes a call to the API as the semantic conventions describe an HTTP client. */
export function httpAttributes({ operation, method, path, origin }: CallMessage): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  return withoutUndefined({
    [names.method]: method,
    // The path of `outlet.request()` is the caller's, so it can contain IDs.
    [names.urlTemplate]: operation === 'request' ? undefined : path,
    [names.serverAddress]: hostname,
    [names.serverPort]: Number(port || (protocol === 'https:' ? 443 : 80)),
  });
}

/** Returns the `error.type` of a failed attempt: its status, the code of its connection, or the name of its error. */
export function errorTypeOfFailure(failure: AttemptEndEvent['failure']): string | undefined {
  if (!failure) return undefined;
  const { name, code, status } = failure;
  return status === undefined ? (code ?? typeOfName(name)) : String(status);
}

/** Returns the `error.type` of an error: the status of an error response, or the name of the error. */
export function errorTypeOfError(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  // A response with a status such as 201 can also fail, because of its body.
  if ('status' in error && typeof error.status === 'number' && error.status >= 400)
    return String(error.status);
  return typeOfName(error.name);
}

/** A custom error, such as the reason of an abort, can have any text as its name. */
function typeOfName(name: string): string {
  return /^\w*(Error|Exception)$/.test(name) ? name : '_OTHER';
}

/** The attributes of an ended call that its span and its metric share. */
export function callResult({ outcome, status, error }: CallMessage): Attributes {
  return withoutUndefined({
    [names.outcome]: outcome,
    [names.status]: status,
    [names.errorType]: outcome === 'succeeded' ? undefined : errorTypeOfError(error),
  });
}
