import { changeQuery, currentQuery } from '../location.js';
import { Button } from './button.js';

/** More rows would make the page slow, because each change draws them again. */
const maxRows = 500;

/** Returns how many rows the lists of the view show: `step`, and as many again for each press of **Show more**. */
export function rowLimit(step: number): number {
  const { limit } = currentQuery();
  return Math.min(Math.max(Number(limit) || 0, step), maxRows);
}

interface ShowMoreProps {
  step: number;
  /** How many rows the list shows. */
  shown: number;
  /** How many exist. Default: unknown, so a full list can have more. */
  count?: number;
  /** The name of the list, if the view has several. */
  list?: string;
}

export function ShowMore({ step, shown, count, list }: ShowMoreProps) {
  const limit = rowLimit(step);
  // While more rows load, the button stays, so that it keeps the focus.
  const isFull = shown > 0 && shown % step === 0;
  if (!isFull || shown === count || limit === maxRows) return null;
  return (
    <Button label={list && `Show more: ${list}`} onClick={() => changeQuery({ limit: String(limit + step) })}>
      Show more
    </Button>
  );
}
