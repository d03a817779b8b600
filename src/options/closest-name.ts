/**
 * Returns what is wrong with a name that is not known.
 * @param noun - what the known names are
 * @param advice - what to do. Default: the known names, unless one of them is similar
 */
export function unknownName(
  name: string,
  known: readonly string[],
  noun = 'an option',
  advice?: string,
): string {
  const closest = closestTo(name, known);
  const advices = advice ?? (closest === undefined ? `Pass only ${known.join(', ')}` : undefined);
  const similar = closest === undefined ? '' : `, but \`${closest}\` is`;
  return `is not ${noun}${similar}${advices === undefined ? '' : `. ${advices}`}`;
}

/**
 * Returns the candidate that is closest to what was typed, unless it is too different, or else one that ends with it. Upper and lower case
 * are equal.
 */
export function closestTo(typed: string, candidates: readonly string[]): string | undefined {
  let shortest = Math.ceil(typed.length / 3) + 1;
  let closest: string | undefined;
  for (const candidate of candidates) {
    const edits = editsBetween(typed.toLowerCase(), candidate.toLowerCase());
    if (edits >= shortest) continue;
    shortest = edits;
    closest = candidate;
  }
  if (closest !== undefined || typed.length < 5) return closest;
  return candidates.find((candidate) => candidate.toLowerCase().endsWith(typed.toLowerCase()));
}

/** Returns the Levenshtein distance: how many characters must be added, removed or replaced. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const character of one) {
    const [first = 0, ...above] = row;
    let diagonal = first;
    let left = first + 1;
    row = [left];
    for (const [index, edits] of above.entries()) {
      left = Math.min(left + 1, edits + 1, diagonal + (character === other[index] ? 0 : 1));
      diagonal = edits;
      row.push(left);
    }
  }
  return row.at(-1) ?? 0;
}
