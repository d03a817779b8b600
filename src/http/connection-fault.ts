import type { Mask } from './masking.js';

/** Codes of faults that come before the first byte of a request can have left. */
const beforeTheSend = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'ConnectionRefused',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Whether the service cannot have seen the request. */
export function neverReached(fault: unknown): boolean {
  const code = codeOf(fault);
  return code !== undefined && beforeTheSend.has(code);
}

/** What happened, in words that no secret can stand in. */
export function describeFault(fault: unknown): string {
  return codeOf(fault) ?? 'the connection failed';
}

/**
 * A copy of a fault that is safe to show: name, code and masked message. The original can hold the request with its
 * headers.
 */
export function safeCause(fault: unknown, mask: Mask): Error {
  const original = fault instanceof Error ? (innermost(fault) ?? fault) : undefined;
  const cause = new Error(mask.text(original?.message ?? 'The thrown value was no Error'));
  cause.stack = `${cause.name}: ${cause.message}`;
  const code = codeOf(fault);
  return code === undefined ? cause : Object.assign(cause, { code });
}

/** The code of the fault itself, or of the one that it was caused by. */
function codeOf(fault: unknown): string | undefined {
  const chain = causesOf(fault);
  const code = chain.map((link) => Reflect.get(link, 'code')).find((value) => typeof value === 'string');
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined;
}

function innermost(fault: Error): Error | undefined {
  return causesOf(fault).findLast((link) => link instanceof Error);
}

/** The fault and its causes; of several addresses that were tried, the first one's. */
function causesOf(fault: unknown): object[] {
  const chain: object[] = [];
  let link: unknown = fault;
  while (typeof link === 'object' && link !== null && chain.length < 8) {
    chain.push(link);
    link = Reflect.get(link, 'cause') ?? (link instanceof AggregateError ? link.errors[0] : undefined);
  }
  return chain;
}
