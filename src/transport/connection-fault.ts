import { keepOriginal } from '../errors/original-cause.js';
import { isRecord } from '../records.js';
import type { Redactor } from './redact.js';

/** Codes of faults that happen before the first byte of a request is sent. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Codes of faults that prevent sending and that a retry cannot fix: certificates, and requests that the runtime rejects. */
const permanentCodes = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** Returns whether the code of a fault proves that nothing was sent. */
export function provesNotSent(fault: unknown): boolean {
  const code = codeOf(fault);
  // A route can be lost after the request was sent.
  const wasConnected = chainOf(fault).some(({ syscall }) => syscall === 'read' || syscall === 'write');
  return code !== undefined && !wasConnected && (notSentCodes.has(code) || permanentCodes.has(code));
}

/** Returns whether a retry can help after a fault. */
export function isTransientFault(fault: unknown): boolean {
  const code = codeOf(fault);
  return code === undefined || !permanentCodes.has(code);
}

/** Returns the message of a fault and of its innermost cause, redacted. */
function describeFault(fault: unknown, redactor: Redactor): string {
  const chain = chainOf(fault);
  const messages = [chain[0], chain.at(-1)].map((link) =>
    typeof link?.message === 'string' ? link.message : '',
  );
  const code = codeOf(fault) ?? '';
  const text = [...new Set(messages)].filter(Boolean).join(': ') || 'the connection failed';
  return redactor.message(text.includes(code) ? text : `${text} (${code})`).replace(/\.$/, '');
}

/** Returns an error that describes a fault without tokens and personal data. `getOriginalCause` returns the fault itself. */
export function redactedCause(fault: unknown, redactor: Redactor): Error {
  const cause = new Error(describeFault(fault, redactor));
  const code = codeOf(fault);
  cause.stack = `${cause.name}: ${cause.message}`;
  keepOriginal(cause, fault);
  return code === undefined ? cause : Object.assign(cause, { code: redactor.text(code) });
}

/** Returns the code of a fault, or of the first of its causes that has one. */
export function codeOf(fault: unknown): string | undefined {
  return chainOf(fault)
    .map(({ code }) => code)
    .find((code) => typeof code === 'string');
}

/** Returns a fault and its causes. If several IP addresses were tried, the fault of the first one counts. */
function chainOf(fault: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let link = fault;
  while (isRecord(link) && chain.length < 8) {
    chain.push(link);
    link = link.cause ?? (Array.isArray(link.errors) ? link.errors[0] : undefined);
  }
  return chain;
}
