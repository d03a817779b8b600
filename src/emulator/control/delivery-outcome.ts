import type { Delivery, Message } from '../../fake/index.js';
import { connectionProblem } from '../connection-problem.js';
import type { DeliveryState } from '../contract/deliveries.js';

export function stateOf({ attempts, next }: Message): DeliveryState {
  const last = attempts.at(-1);
  if (last && !last.ended) return 'sending';
  if (next) return last ? 'retrying' : 'waiting';
  return last?.ended?.status === 200 ? 'delivered' : 'failed';
}

/** An attempt that runs does not change what the attempts before it led to, so that a list of failures does not flicker. */
export function hasFailed(message: Message): boolean {
  const last = endedAttempts(message).at(-1);
  return last ? last.status !== 200 : stateOf(message) === 'failed';
}

/** Returns the attempts that have ended, in the order in which they began. */
export function endedAttempts({ attempts }: Message): Delivery[] {
  return attempts.flatMap(({ ended }) => ended ?? []);
}

/** Returns the statuses in words, such as `500 twice, then 200`. */
export function outcomeText(ended: readonly Delivery[]): string {
  const groups: { status: string; count: number }[] = [];
  for (const attempt of ended) {
    const status = statusText(attempt);
    const last = groups.at(-1);
    if (last?.status === status) last.count += 1;
    else groups.push({ status, count: 1 });
  }
  const shown = groups.slice(-2).map(({ status, count }) => status + timesText(count));
  const text =
    groups.length > 2 ? `${ended.length} attempts, ${shown.join(', then ')}` : shown.join(', then ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function statusText({ status }: Pick<Delivery, 'status'>): string {
  return status === null ? 'no response' : String(status);
}

function timesText(count: number): string {
  const words = ['', '', ' twice', ' three times', ' four times', ' five times', ' six times'];
  return words[count] ?? ` ${count} times`;
}

/** Says why there was no response, and what to do; `undefined` if there was one. */
export function problemOf({ error, url, duration }: Delivery): string | undefined {
  if (error === undefined) return undefined;
  if (error instanceof Error && error.name === 'TimeoutError') {
    const time = duration < 1_000 ? `${duration} ms` : `${Math.round(duration / 1_000)} s`;
    return `The receiver did not respond within ${time}. Respond with 200 first, and handle the event afterwards.`;
  }
  return URL.canParse(url) ? connectionProblem(error, new URL(url)) : `${url} is not a URL. Change the key.`;
}
