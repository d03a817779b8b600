import { keepOriginal } from '../errors/original-cause.js';
import { isRecord } from '../json.js';
import type { Redactor } from './redact.js';

/** The codes of faults before the request was sent, by what they mean. */
const meanings = [
  ['refused', /^(?:ECONNREFUSED|ConnectionRefused)$/],
  ['unknown-host', /^(?:ENOTFOUND|EAI_AGAIN)$/],
  ['unreachable', /^(?:EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/],
  ['no-tls', /^ERR_SSL_WRONG_VERSION_NUMBER$/],
  // Other ERR_SSL codes can report an alert of the server, which can arrive after the request was sent.
  ['certificate', /^(?!ERR_SSL).*(?:CERT|LEAF_SIGNATURE)/],
  ['rejected-by-runtime', /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/],
] as const;

/** Returns what the code of a fault means; `undefined` for other codes. */
export function meaningOf(fault: unknown) {
  const code = codeOf(fault) ?? '';
  return meanings.find(([, codes]) => codes.test(code))?.[0];
}

/**
 * Returns whether `fetch` sent nothing, and threw to interrupt a render. If Next.js prerenders a page, it does so to render the page
 * for each request instead. It recognizes only its own error, by this field.
 */
export function interruptsRender(fault: unknown): boolean {
  return isRecord(fault) && typeof fault.digest === 'string';
}

/** System calls that open a connection. */
const opening = /^(?:connect|getaddrinfo|query.*)$/;

/** Faults of Node.js and Deno before the connection was open, which have no code of their own. */
const openingProblem =
  /^Client network socket disconnected before secure TLS connection was established|client error \(Connect\)/;

/** What undici says if a proxy rejects CONNECT. */
const rejectedTunnel = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling/;

/** Returns whether a fault proves that the connection never came up. If several IP addresses were tried, each fault must prove it. */
export function provesNotConnected(fault: unknown): boolean {
  const chain = chainOf(fault);
  // A route can be lost after the request was sent.
  if (chain.some(({ syscall }) => syscall === 'read' || syscall === 'write')) return false;
  const tried = chain.find(({ errors }) => Array.isArray(errors) && errors.length > 0)?.errors;
  if (Array.isArray(tried)) return tried.every(provesNotConnected);
  return (
    meaningOf(fault) !== undefined ||
    tunnelStatus(fault) !== undefined ||
    chain.some(
      ({ syscall, message }) => opening.test(String(syscall)) || openingProblem.test(String(message)),
    )
  );
}

/** Returns the status with which a proxy rejected CONNECT. */
export function tunnelStatus(fault: unknown): number | undefined {
  const texts = chainOf(fault).map(({ message }) => rejectedTunnel.exec(String(message))?.[1]);
  const status = texts.find((text) => text !== undefined);
  return status === undefined ? undefined : Number(status);
}

/** Returns the message of a fault and of its innermost cause, redacted. */
function describeFault(fault: unknown, redactor: Redactor): string {
  const status = tunnelStatus(fault);
  if (status !== undefined) return `the proxy in front of this machine responded to CONNECT with ${status}`;
  if (meaningOf(fault) === 'no-tls')
    return `the server does not respond with TLS: check the port, and whether the URL needs http:// (${codeOf(fault)})`;
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
export function chainOf(fault: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let link = fault;
  while (isRecord(link) && chain.length < 8) {
    chain.push(link);
    link = link.cause ?? (Array.isArray(link.errors) ? link.errors[0] : undefined);
  }
  return chain;
}
