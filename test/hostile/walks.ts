import type { Outcome } from './laws.js';

/** Walks what a call gave, where it can be walked: so many pages at most, so that a range of centuries ends too. */
export async function walked(outcome: Outcome, mostPages = 6): Promise<Outcome> {
  if (!('data' in outcome) || !isWalk(outcome.data)) return outcome;
  try {
    const data: unknown[] = [];
    for await (const item of 'pages' in outcome.data ? outcome.data.pages() : outcome.data) {
      data.push(item);
      if (data.length === mostPages) break;
    }
    return { data };
  } catch (error) {
    return { error };
  }
}

type Walk = AsyncIterable<unknown> & { pages?(): AsyncIterable<unknown> };

function isWalk(value: unknown): value is Walk {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
