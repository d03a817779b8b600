import * as way from './ways.js';

/** What can happen to a request. */
export interface Fault {
  readonly name: string;
  /**
   * Whether the request is performed: before anything else happens, or long after its connection has broken, when it may
   * have been sent again.
   */
  readonly effect: 'none' | 'before' | { readonly after: number };
  readonly way: way.Way;
  /** Does not even wait for the body of the request. */
  readonly hasty?: true;
}

export const noFault: Fault = { name: 'none', effect: 'before', way: way.delivered };

/** Milliseconds: soon after the connection broke, or after the client's timeout. */
const soon = { after: 100 };
const overdue = { after: 600 };

export const faults: readonly Fault[] = [
  { name: 'gzip response', effect: 'before', way: way.gzipped },
  { name: 'slow response', effect: 'before', way: way.deliveredLate(80) },
  { name: 'socket closed after the response', effect: 'before', way: way.deliveredAndClosed },

  { name: 'reset during the request', effect: 'none', way: way.reset, hasty: true },
  { name: 'reset before the effect', effect: 'none', way: way.reset },
  { name: 'reset after the effect', effect: 'before', way: way.reset },
  { name: 'reset, effect late', effect: soon, way: way.reset },
  { name: 'closed before the effect', effect: 'none', way: way.closed },
  { name: 'closed after the effect', effect: 'before', way: way.closed },
  { name: 'closed, effect late', effect: soon, way: way.closed },
  { name: 'server down before the effect', effect: 'none', way: way.left },
  { name: 'server down after the effect', effect: 'before', way: way.left },

  { name: 'half a header', effect: 'before', way: way.halfHead },
  { name: 'half a body', effect: 'before', way: way.halfBody },
  { name: 'half of the chunks', effect: 'before', way: way.halfChunks },
  { name: 'cut JSON', effect: 'before', way: way.cutJson },
  { name: 'wrong JSON', effect: 'before', way: way.wrongJson },
  { name: 'no body', effect: 'before', way: way.emptyBody },
  { name: 'cut gzip', effect: 'before', way: way.cutGzip },
  { name: 'corrupt gzip', effect: 'before', way: way.corruptGzip },
  { name: 'endless body', effect: 'before', way: way.endless },
  { name: 'one byte a second', effect: 'before', way: way.dripped },

  { name: 'hang before the effect', effect: 'none', way: way.hung },
  { name: 'hang after the effect', effect: 'before', way: way.hung },
  { name: 'hang, effect late', effect: overdue, way: way.hung },

  { name: '200 in HTML', effect: 'none', way: way.html(200) },
  { name: '502 in HTML', effect: 'none', way: way.html(502) },
  { name: '504 in HTML, effect late', effect: soon, way: way.html(504) },
  { name: '408', effect: 'none', way: way.failed(408) },
  { name: '500 before the effect', effect: 'none', way: way.failed(500) },
  { name: '500 after the effect', effect: 'before', way: way.failed(500) },
  { name: '503', effect: 'none', way: way.failed(503) },
  { name: '429', effect: 'none', way: way.tooMany },
  { name: '429 without a body', effect: 'none', way: way.tooManyWithoutBody },
  { name: 'redirect 302', effect: 'none', way: way.redirected(302) },
  { name: 'redirect 307', effect: 'none', way: way.redirected(307) },
  { name: 'redirect 308', effect: 'none', way: way.redirected(308) },
];

export function faultNamed(name: string): Fault {
  const fault = [noFault, ...faults].find((candidate) => candidate.name === name);
  if (!fault) throw new Error(`There is no fault ${name}`);
  return fault;
}
