import type { Measured } from '../bench.js';

/** Formats one run as a line, to show where a figure comes from. */
export function cellText({ client, key, work, outcome, log }: Measured): string {
  const { orders: _, ...rest } = key;
  const accepted = log.filter((entry) => entry.accepted).length;
  const seconds = (outcome.ended - outcome.began) / 1_000;
  const figures = [
    `${seconds.toFixed(1)} s`,
    `${accepted} accepted (${(accepted / seconds / 5).toFixed(3)})`,
    `${log.length - accepted} rejected`,
    ...(work.kind === 'list' ? [`${outcome.pages.length} pages taken`] : []),
  ];
  return `    ${client} ${JSON.stringify(rest)} ${JSON.stringify(work, onlyWhatMatters)}: ${figures.join(', ')}`;
}

function onlyWhatMatters(name: string, value: unknown): unknown {
  return name === 'range' || value === Number.POSITIVE_INFINITY ? undefined : value;
}
