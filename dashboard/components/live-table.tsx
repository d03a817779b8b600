import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';
import { type Column, Table } from './table.js';

interface LiveTableProps<Row> {
  /** What the rows are, such as "Requests". */
  caption: string;
  columns: readonly Column<Row>[];
  /** Newest first. */
  rows: readonly Row[];
  empty: string;
}

/**
 * A card with a table of the newest rows. The rows stay while something in them has the focus, and while their start is out of sight.
 * Otherwise new rows would move what the reader looks at.
 */
export function LiveTable<Row extends { readonly number: number }>({
  caption,
  columns,
  rows,
  empty,
}: LiveTableProps<Row>) {
  const [isFocused, setIsFocused] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const isScrolled = useScrolledPast(card);
  const held = useRef(rows);
  held.current = isFocused || isScrolled ? updated(held.current, rows) : rows;

  return (
    <div
      ref={card}
      class="card"
      onFocusIn={({ target }) => setIsFocused(target instanceof Element && target.closest('tbody') !== null)}
      onFocusOut={() => setIsFocused(false)}
    >
      <Table
        caption={caption}
        columns={columns}
        rows={held.current}
        keyOf={({ number }) => number}
        empty={empty}
      />
      <div class="held" role="status">
        {held.current[0]?.number !== rows[0]?.number && (
          <Button kind="primary" onClick={() => scrollTo({ top: 0 })}>
            New {caption.toLowerCase()}: back to the top
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns the held rows with their newest values. */
function updated<Row extends { readonly number: number }>(held: readonly Row[], rows: readonly Row[]): Row[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return held.map((row) => byNumber.get(row.number) ?? row);
}

/** Returns whether the top of an element is above the window. */
function useScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const update = () => setIsPast((element.current?.getBoundingClientRect().top ?? 0) < 0);
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [element]);
  return isPast;
}
