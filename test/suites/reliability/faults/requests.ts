import type { Arrival } from './line.js';
import { unless, type Violation } from './violation.js';

/** Checks the laws that all requests of a run must obey. */
export function judgeRequests(arrivals: readonly Arrival[], token: string, markPattern: RegExp): Violation[] {
  const posts = arrivals.filter(({ request }) => request.method === 'POST');
  const puts = arrivals.filter(({ request }) => request.method === 'PUT');
  const byMark = groupBy(posts, ({ body }) => markPattern.exec(body.toString())?.[0] ?? 'no mark');
  const byKey = groupBy(posts, ({ request }) => String(request.headers['idempotency-key']));
  return [
    ...arrivals
      .filter(({ request }) => request.headers.authorization !== `Bearer ${token}`)
      .flatMap(({ request }) => unless(false, 'token', `${request.method} ${request.url}`)),
    ...[...byMark].flatMap(([mark, group]) =>
      unless(new Set(group.map(written)).size === 1, 'changed', `${mark} changed between attempts`),
    ),
    ...[...groupBy(puts, ({ request }) => String(request.url))].flatMap(([path, group]) =>
      unless(new Set(group.map(written)).size === 1, 'changed', `PUT ${path} changed between attempts`),
    ),
    ...[...byKey].flatMap(([key, group]) => {
      const marks = new Set(group.map(({ body }) => markPattern.exec(body.toString())?.[0]));
      return unless(marks.size === 1, 'shared', `${key} is shared by ${[...marks].join(' and ')}`);
    }),
  ];
}

/** Everything that must be the same on every attempt. */
function written({ request, body }: Arrival): string {
  return JSON.stringify([request.url, request.headers['idempotency-key'], body.toString('base64')]);
}

function groupBy<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return groups;
}
