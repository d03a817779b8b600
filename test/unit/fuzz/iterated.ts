import type { Outcome } from './laws.js';

/** Iterates a result that is iterable. Stops after `maxPages` pages, so that a range of centuries ends as well. */
export async function iterated(outcome: Outcome, maxPages = 6): Promise<Outcome> {
  if (!('data' in outcome) || !isList(outcome.data)) return outcome;
  try {
    const data: unknown[] = [];
    for await (const item of 'pages' in outcome.data ? outcome.data.pages() : outcome.data) {
      data.push(item);
      if (data.length === maxPages) break;
    }
    return { data };
  } catch (error) {
    return { error };
  }
}

type List = AsyncIterable<unknown> & { pages?(): AsyncIterable<unknown> };

function isList(value: unknown): value is List {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
