/** Random numbers of a seed. */
export function randomOf(seed: number) {
  let state = seed * 2_654_435_761;
  /** Returns a number from 0 up to 1 (mulberry32). */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (share: number) => next() < share,
    pick: <T>(values: readonly [T, ...T[]]): T => values[between(0, values.length - 1)] ?? values[0],
  };
}

export type Random = ReturnType<typeof randomOf>;
