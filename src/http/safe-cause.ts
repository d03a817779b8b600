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
 * A fault as it may be shown: what kind of error it was, its code, and a message that is known. The original can hold the
 * request with its headers and body; it is kept out of sight.
 */
export function safeCause(fault: unknown): Error {
  const name = nameOf(fault);
  const code = codeOf(fault);
  const cause = new Error(messageOf(fault, code));
  Object.defineProperty(cause, 'name', { value: name, configurable: true, writable: true });
  cause.stack = `${name}: ${cause.message}`;
  keepOriginal(cause, fault);
  return code === undefined ? cause : Object.assign(cause, { code });
}

function nameOf(fault: unknown): string {
  if (typeof fault !== 'object' || fault === null) return 'Error';
  const name = textOf(fault, 'name');
  return /^(?:[A-Z][A-Za-z]{0,40})?(?:Error|Exception)$/.test(name) ? name : 'Error';
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
  return (
    known ?? 'Its message is not shown, as it may hold secrets: originalCauseOf(error) gives what was thrown'
  );
}
