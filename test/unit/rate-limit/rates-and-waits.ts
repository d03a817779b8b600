import type { Outcome } from './simulation.js';

/** How many requests got a 429 after a time. */
export function rejections({ sent }: Outcome, from = 0): number {
  return sent.filter(({ isRejected, countedAt }) => isRejected && countedAt > from).length;
}

/** The share of the limit that was used between two times. */
export function share({ sent }: Outcome, from: number, to: number, limit = 5): number {
  const accepted = sent.filter((one) => !one.isRejected && from <= one.countedAt && one.countedAt < to);
  return (1_000 * accepted.length) / (limit * (to - from));
}

/** How long interactive calls that were made after a time waited until they were sent and accepted. */
export function waits({ sent }: Outcome, from: number): number[] {
  return sent
    .filter(
      ({ priority, isRejected, queuedAt }) => priority === 'interactive' && !isRejected && queuedAt > from,
    )
    .map(({ sentAt, queuedAt }) => sentAt - queuedAt);
}

/** The longest time without a send while calls waited, after synchronization. */
export function longestLull({ sent, waiting }: Outcome): number {
  const synchronizedAt = Math.min(...sent.filter((one) => one.isSynchronized).map((one) => one.sentAt));
  const sends = sent.map(({ sentAt }) => ({ at: sentAt, isSend: true, calls: 0 }));
  const changes = waiting.map((change) => ({ ...change, isSend: false }));
  let longest = 0;
  let since: number | undefined;
  for (const { at, isSend, calls } of [...sends, ...changes].sort((one, other) => one.at - other.at)) {
    if (since !== undefined && since >= synchronizedAt) longest = Math.max(longest, at - since);
    if (isSend) since = since === undefined ? undefined : at;
    else since = calls > 0 ? (since ?? at) : undefined;
  }
  return longest;
}
