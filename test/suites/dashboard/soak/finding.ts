/** A measurement of the soak test, and whether it is within its bound. */
export interface Finding {
  /** For example `started in 400 ms, at most 1,000 ms`. */
  readonly text: string;
  readonly isWithinBound: boolean;
  /** Whether it depends on the speed of the machine. */
  readonly isTime: boolean;
}

export function atMost(what: string, measured: number, bound: number, unit: string): Finding {
  const numbers = [measured, bound].map((number) =>
    number.toLocaleString('en', { maximumFractionDigits: 1 }),
  );
  return {
    text: `${what}: ${numbers[0]} ${unit}, at most ${numbers[1]} ${unit}`,
    isWithinBound: measured <= bound,
    isTime: unit === 'ms',
  };
}
