const units = [
  { name: 'day', length: 86_400 },
  { name: 'hour', length: 3_600 },
  { name: 'minute', length: 60 },
  { name: 'second', length: 1 },
];

/** Returns a duration of at least a second in words, such as `1 day 2 hours`. */
export function durationText(milliseconds: number): string {
  let seconds = Math.round(milliseconds / 1_000);
  const parts: string[] = [];
  for (const { name, length } of units) {
    const count = Math.floor(seconds / length);
    seconds -= count * length;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.slice(0, 2).join(' ');
}
