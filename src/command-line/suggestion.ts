/** Returns `Did you mean …?` if what was typed is close to one of the candidates, and otherwise an empty text. */
export function suggestion(typed: string, candidates: readonly string[]): string {
  const distances = candidates.map((candidate) => ({ candidate, distance: distanceOf(typed, candidate) }));
  const [closest] = distances.sort((one, other) => one.distance - other.distance);
  if (!closest || closest.distance > Math.max(1, typed.length / 3)) return '';
  return `Did you mean ${closest.candidate}?`;
}

/** Counts the letters to insert, delete, replace, or swap with their neighbor, to get from one text to the other. */
function distanceOf(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (current[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
