import type { Case, Cases, Place } from './case.js';

/** The outcome of a case, as one line of JSON. */
export interface Result {
  readonly name: string;
  /** The error, if the case failed. */
  readonly error?: string | undefined;
}

/** Milliseconds after which a case fails. */
const patience = 15_000;

/** Runs one case after another, and reports each as soon as it has ended. */
export async function runCases(cases: Cases, place: Place, report: (line: string) => void): Promise<void> {
  for (const [name, run] of Object.entries(cases)) {
    const result: Result = { name, error: await errorOf(run, place) };
    report(JSON.stringify(result));
  }
}

async function errorOf(run: Case, place: Place): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No outcome after ${patience} ms`)), patience);
  });
  try {
    await Promise.race([run(place), tooLong]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.stack ?? error}${causeOf(error)}` : String(error);
  } finally {
    clearTimeout(timer);
  }
}

function causeOf({ cause }: Error): string {
  return cause === undefined ? '' : `\ncaused by ${cause}`;
}
