import { fieldErrorsIn } from '../../errors/field-errors.js';
import { isRecord, parseJson } from '../../json.js';

interface Failure {
  /** `null` if the connection broke before the response. */
  readonly status: number | null;
  /** The status of the response that the connection lost; `undefined` if there was none. */
  readonly lostStatus: number | undefined;
  readonly responseBody: string;
  readonly fault: string | undefined;
  readonly duration: number;
}

/** Says why a request failed, in one or two sentences; returns `undefined` if it succeeded. */
export function reasonOf(failure: Failure): string | undefined {
  const { status, responseBody } = failure;
  if (status === null) return brokenConnection(failure);
  if (status < 400) return undefined;
  const body = parseJson(responseBody);
  if (!isRecord(body)) return 'The response body is not a JSON object.';
  const fields = Object.entries(fieldErrorsIn(body.errors)).flatMap(([field, messages]) =>
    messages.map((message) => `${field} ${message}`.trim()),
  );
  if (fields.length > 0) return fields.join('; ');
  const message = typeof body.message === 'string' ? body.message : undefined;
  return typeof body.retryAfter === 'number' ? `${message}, retry after ${body.retryAfter} s` : message;
}

/** Returns the paths of the fields in the `errors` of a response. */
export function rejectedFieldsIn(responseBody: string): string[] {
  const body = parseJson(responseBody);
  return isRecord(body) ? Object.keys(fieldErrorsIn(body.errors)) : [];
}

/** A fault that waits ends when the client closes the connection. */
function brokenConnection({ fault, lostStatus, duration }: Failure): string {
  if (fault === 'lost-response')
    return `The API responded with ${lostStatus}, but the fault lost-response broke the connection.`;
  if (fault === 'dropped-request')
    return 'The fault dropped-request broke the connection. The API did not perform the request.';
  return `The client closed the connection after ${duration} ms, before the response.`;
}
