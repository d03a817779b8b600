import { keepOriginal } from '../errors/original-cause.js';
import { causesOf, codeOf, textOf } from './connection-fault.js';

/** What platforms say when a connection fails without a code. Any other message could hold anything. */
const knownMessages = new Set([
  'fetch failed',
  'terminated',
  'other side closed',
  'Failed to fetch',
  'Load failed',
  'NetworkError when attempting to fetch resource.',
  'Network connection lost.',
]);

const knownSystemCalls = new Set(['connect', 'getaddrinfo', 'read', 'write']);

/**
 * A fault as it may be shown: by its code, by a message that is known, or by the kind of error that it was. The original can hold
 * the request with its headers and body; it is kept out of sight.
 */
export function safeCause(fault: unknown): Error {
  const code = codeOf(fault);
  const cause = new Error(messageOf(fault, code));
  cause.stack = `${cause.name}: ${cause.message}`;
  keepOriginal(cause, fault);
  return code === undefined ? cause : Object.assign(cause, { code });
}

function messageOf(fault: unknown, code: string | undefined): string {
  const links = causesOf(fault);
  if (code !== undefined) {
    const call = links.map((link) => textOf(link, 'syscall')).find((name) => knownSystemCalls.has(name));
    return call === undefined ? code : `${call} ${code}`;
  }
  const known = links
    .map((link) => textOf(link, 'message'))
    .findLast((message) => knownMessages.has(message));
  return known ?? `${kindOf(links)} whose message may hold secrets: originalCauseOf(error) gives it`;
}

function kindOf([fault]: readonly object[]): string {
  const name = fault === undefined ? '' : textOf(fault, 'name');
  return /^[A-Z][A-Za-z]{0,40}(?:Error|Exception)$/.test(name)
    ? `something of the kind ${name}`
    : 'something';
}
