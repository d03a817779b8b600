import { closestMatch } from 'leven';

/** Returns `Did you mean …?` if what was typed is close to one of the candidates, and otherwise an empty text. */
export function suggestion(typed: string, candidates: readonly string[]): string {
  const closest = closestMatch(typed, candidates, { maxDistance: Math.ceil(typed.length / 3) });
  return closest === undefined ? '' : `Did you mean ${closest}?`;
}
