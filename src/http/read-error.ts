import { isRecord } from '../records.js';
import { previewOf } from './body-preview.js';

/** An error body, read with tolerance. Specification: "Errors". */
export interface ServiceError {
  readonly code: number;
  readonly message: string;
  readonly errors: unknown;
  /** Seconds: the body's `retryAfter`, or a proxy's `Retry-After` header. */
  readonly retryAfter: number | undefined;
}

/** Reads what an error answer says; a proxy in front of the service may say it in HTML, at length, or not at all. */
export function readError(response: Response, text: string | undefined): ServiceError {
  const body = parseObject(text ?? '');
  const { code, message, errors, retryAfter } = body;
  return {
    code: isCode(code) ? code : response.status,
    message:
      typeof message === 'string' && message !== '' ? message : `no message (${previewOf(response, text)})`,
    errors,
    retryAfter: seconds(retryAfter) ?? seconds(retryAfterHeader(response)),
  };
}

/** A number of more digits is no code, and could be anything. */
function isCode(code: unknown): code is number {
  return typeof code === 'number' && Number.isInteger(code) && Math.abs(code) < 1_000_000;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function seconds(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** In seconds, or the date until which to wait, by the clock of whoever sent it. */
function retryAfterHeader({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return /\d GMT$/.test(value) ? Math.max(0, Date.parse(value) - now) / 1_000 : undefined;
}
