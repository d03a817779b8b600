import { closestTo } from './closest-name.js';

/** Returns `Did you mean …?` if what was typed is close to one of the candidates, and otherwise an empty text. */
export function suggestion(typed: string, candidates: readonly string[]): string {
  const closest = closestTo(typed, candidates);
  return closest === undefined ? '' : `Did you mean ${closest}?`;
}
