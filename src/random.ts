/** Random values: the same seed results in the same sequence. */
export type Random = ReturnType<typeof createRandom>;

/** Mulberry32: small, and random enough for test data. */
export function createRandom(seed: number) {
  let state = seed >>> 0;

  /** From 0 (inclusive) to 1 (exclusive). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer; both bounds are inclusive. */
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));

  return {
    /** The seed of the values that follow. */
    get state() {
      return state;
    },
    next,
    integer,
    pick<const T>(choices: readonly T[]): T {
      const choice = choices[integer(0, choices.length - 1)];
      if (choice === undefined) throw new RangeError('There is nothing to choose from.');
      return choice;
    },
    /** Lower-case hexadecimal digits, for IDs. */
    hex(length: number): string {
      let digits = '';
      while (digits.length < length) digits += '0123456789abcdef'.charAt(integer(0, 15));
      return digits;
    },
  };
}

/** Creates random values that differ each time. */
export function createUnseededRandom(): Random {
  return createRandom(Math.random() * 2 ** 32);
}

/** Returns a sort key that shuffles texts, and is always the same for a text. */
export function scramble(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return `${(hash >>> 0).toString(16).padStart(8, '0')} ${text}`;
}
