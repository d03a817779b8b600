import { styleText } from 'node:util';

export interface Output {
  write(text: string): unknown;
  /** Returns whether a terminal shows colors, which `NO_COLOR` prevents. Other outputs lack the method. */
  hasColors?(): boolean;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The parts of the process that a command uses. */
export interface Console {
  /** For results. */
  readonly stdout: Output;
  /** For progress, warnings and errors. */
  readonly stderr: Output;
  /** Ends the command. Its reason can have an `exitCode`. */
  readonly signal: AbortSignal;
}

/** The exit codes of every command. Documented in docs/guides/command-line.md. An interrupted command has the code of its signal. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Reports invalid arguments, or arguments that do not match an earlier run. */
export class UsageError extends Error {}

/** Reports a failure whose message says everything, so it needs no stack. */
export class CommandError extends Error {}

/** Styles a text, such as in bold, if the output shows colors. */
export function styled(output: Output, style: Parameters<typeof styleText>[0], text: string): string {
  return output.hasColors?.() ? styleText(style, text, { validateStream: false }) : text;
}

/** Prints a result for machines: one line of JSON. Escapes the control characters that JSON leaves as they are. */
export function printJson({ stdout }: Console, result: object): void {
  const json = JSON.stringify(result).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  stdout.write(`${json}\n`);
}

/** Resolves when the user interrupts a command that runs until then. */
export function interruption({ signal }: Console): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
