import { type OutputEntry, shownText } from './timeline.js';

/** How many lines of the output of a command an error shows. */
const shownLines = 3;

/** Reports a configuration that cannot be used, or a backend that does not start with it. The message says what to change. */
export class VerificationError extends Error {}

/** Reports that an action or the state failed. */
export class ActionError extends Error {
  /** What to do about it, in one sentence or two. Default: the advice of the check. */
  readonly advice: string | undefined;

  constructor(message: string, advice?: string, options?: ErrorOptions) {
    super(message, options);
    this.advice = advice;
  }
}

/** Reports a command that failed, with the last lines that it printed. */
export class CommandFailedError extends ActionError {
  /** How it ended, without its output. */
  readonly summary: string;
  readonly #output: readonly OutputEntry[];

  constructor(summary: string, output: readonly OutputEntry[]) {
    // Node.js, Ruby and PHP print the error before the stack frames, and Python prints it last.
    const telling = output.filter(
      ({ text }) => !/^\s*(?:at .*|from .*:\d+:in .*|#\d+ .*|[{}~^]*)$|^Node\.js v/.test(text),
    );
    const shown = telling.slice(-shownLines).map(({ text }) => shownText(text));
    super(
      shown.length === 0
        ? `${summary}. It printed nothing.`
        : `${summary}. Its last output: ${shown.join(' / ')}`,
      'Look for the reason in the output. If it does not say enough, run the command yourself.',
    );
    this.summary = summary;
    this.#output = output;
    for (const entry of output) if (!telling.slice(-shownLines).includes(entry)) entry.isHidden = true;
  }

  /** Leaves its output out of timelines, because something else shows the message. */
  hideOutput(): void {
    for (const entry of this.#output) entry.isHidden = true;
  }
}

/** Calls a function of the configuration. @throws VerificationError if it throws */
export function fromConfig<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new VerificationError(`${name} failed: ${error instanceof Error ? error.message : error}`);
  }
}
