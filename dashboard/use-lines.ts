import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { useKeptFocus } from './focus.js';

/** A line of a form that repeats, such as an item of an order. */
export type Line<T> = T & {
  /** Identifies the line while the form is open. */
  readonly number: number;
};

export interface Lines<T> {
  readonly lines: readonly Line<T>[];
  add(line: T): void;
  change(changed: Line<T>): void;
  remove(removed: Line<T>): void;
  /** For the element with the lines and the button that adds one. It keeps the focus when a line is removed. */
  readonly element: RefObject<HTMLFieldSetElement | null>;
}

/** The lines of a form, which the reader adds, changes and removes. */
export function useLines<T extends object>(initial: readonly T[]): Lines<T> {
  const [lines, setLines] = useState<readonly Line<T>[]>(() =>
    initial.map((line, number) => ({ ...line, number })),
  );
  const element = useKeptFocus<HTMLFieldSetElement>();
  return {
    lines,
    add: (line) => setLines([...lines, { ...line, number: (lines.at(-1)?.number ?? 0) + 1 }]),
    change: (changed) => setLines(lines.map((line) => (line.number === changed.number ? changed : line))),
    remove: (removed) => setLines(lines.filter(({ number }) => number !== removed.number)),
    element,
  };
}
