import { hasMethods } from './options/checks.js';

/**
 * A logger: `console`, a pino or winston logger, or any object with the same four methods. A logger with the method `bindings`, such as
 * that of pino, gets the details before the message. `console` gets no details of calls, because the message contains what matters.
 */
export interface Logger {
  /** Logs attempts. */
  debug(message: string, details?: object): void;
  /** Logs attempts that are retries, and 429s. */
  info(message: string, details?: object): void;
  /** Logs problems, such as responses that differ from the documented fields. */
  warn(message: string, details?: object): void;
  /** Logs hooks that threw an error. */
  error(message: string, details?: object): void;
}

/** Writes a line with its details; the lines of calls come from `transport/reporter.ts`. Ignores errors of the logger. */
export function writeLog<Level extends keyof Logger>(
  logger: Pick<Logger, Level>,
  level: Level,
  message: string,
  details?: object,
): void {
  const line = `outlet-open-api: ${message}`;
  callSafely(() => {
    if (!details) return logger[level](line);
    return takesDetailsFirst(logger) ? logger[level](details, line) : logger[level](line, details);
  });
}

/** Returns whether a logger has the documented method `bindings` of pino, whose methods take the details before the message. */
function takesDetailsFirst<Level extends keyof Logger>(
  logger: Pick<Logger, Level>,
): logger is Pick<Logger, Level> & Record<Level, (details: object, message: string) => void> {
  return hasMethods(logger, 'bindings');
}

/** Returns the logger that a child logger of pino comes from, through any number of parents. A child inherits from its parent. */
export function rootOf(logger: Logger): Logger {
  const parent = Object.getPrototypeOf(logger);
  return hasMethods(parent, 'bindings', 'warn') ? rootOf(parent) : logger;
}

/** Calls a function of the user. Calls `onError` if it throws or rejects. */
export function callSafely(call: () => unknown, onError: (error: unknown) => void = () => {}): void {
  new Promise((resolve) => resolve(call())).catch(onError);
}
