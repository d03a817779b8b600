import { publish } from '../diagnostics/channels.js';
import { callSafely, type Logger, rootOf, writeLog } from '../logger.js';
import type { AttemptEndEvent, AttemptEvent, AttemptFailure, Hooks, SchemaMismatchEvent } from './hooks.js';
import type { OutageMessage } from './messages.js';

/** The event of each hook. */
type HookEvents = { [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** The hooks by name, as a type that connects the name of a hook with its event. */
type HooksByName = { readonly [Name in keyof HookEvents]?: ((event: HookEvents[Name]) => void) | undefined };

/** The lowest level that is logged; `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off'];

/** The shortest wait that log lines mention. Milliseconds. */
const minReportedWait = 5;

/** Reports events to the diagnostics channels, the hooks and the logger. Each gets a copy, so that none changes what the others get. */
export class Reporter {
  /** The hooks of this client, after those of the clients that it was derived from. */
  #hooks: ReadonlySet<HooksByName>;
  readonly #logger: Logger;
  readonly #minLevel: number;

  constructor(hooks: Hooks | undefined, logger: Logger, level: LogLevel) {
    this.#hooks = new Set(hooks && [hooks]);
    this.#logger = logger;
    this.#minLevel = logLevels.indexOf(level);
  }

  /** Also calls the hooks of a parent's reporter, before its own. */
  addHooksOf(parent: Reporter): void {
    this.#hooks = new Set([...parent.#hooks, ...this.#hooks]);
  }

  attemptStart(info: AttemptEvent): void {
    this.#call('onAttempt', info);
  }

  /** Reports an attempt that ended. */
  attemptEnd(info: AttemptEndEvent, previousFailure: AttemptFailure | undefined): void {
    publish('attempt:end', { ...info });
    this.#call('onAttemptEnd', info);
    const level = info.attempt > 1 || info.status === 429 ? 'info' : 'debug';
    this.#log(level, () => describeAttempt(info, previousFailure), info);
  }

  outageStart(message: OutageMessage, lastFailure: AttemptFailure): void {
    publish('outage:start', message);
    const { origin, since, failures } = message;
    const problem = `${origin} seems to be down: ${failures} attempts with this API key have failed since ${since.toISOString()}, the last one with ${describeFailure(lastFailure)}`;
    const effect =
      'Interactive calls now fail at once, and background calls wait, until one of the probes succeeds that are sent about once a second.';
    this.#log('warn', () => `${problem}. ${effect}`, { ...message });
  }

  /** Also a warning, so that everybody who sees the beginning also sees the end. */
  outageEnd(message: OutageMessage): void {
    publish('outage:end', message);
    const seconds = Math.round((message.duration ?? 0) / 1_000);
    this.#log('warn', () => `${message.origin} responds again after an outage of ${seconds} s.`, {
      ...message,
    });
  }

  schemaMismatch({ operation, path, message }: SchemaMismatchEvent): void {
    const info = { operation, path: path.replace(/\[\d+\]/g, '[]'), message };
    const kind = `${operation} ${info.path}`;
    const uninformed = [...this.#hooks].filter((hooks) => isFirst(hooks, kind));
    this.#call('onSchemaMismatch', info, uninformed);
    const place = info.path || 'its root';
    const problem = `The response of ${operation} differs from its documentation at ${place}: ${message}`;
    const advice = `The client returns the data unchanged, so check this field before you use it. To turn off this warning, set responseValidation to 'off'.`;
    // Without `message`, which winston would append to the line.
    this.warn(kind, `${problem}. ${advice}`, { operation, path: info.path });
  }

  /** Logs a warning unless the logger already got one of this kind. There are few kinds, so that their memory is bounded. */
  warn(kind: string, message: string, details?: object): void {
    if (this.#isLogged('warn') && isFirst(rootOf(this.#logger), kind))
      this.#log('warn', () => message, details);
  }

  #call<Name extends keyof HookEvents>(
    name: Name,
    event: HookEvents[Name],
    receivers: Iterable<HooksByName> = this.#hooks,
  ): void {
    for (const hooks of receivers) {
      if (!hooks[name]) continue;
      callSafely(
        () => hooks[name]?.({ ...event }),
        () => this.#log('error', () => `The hook ${name} threw an error; the call continues`),
      );
    }
  }

  #isLogged(level: LogLevel): boolean {
    return logLevels.indexOf(level) >= this.#minLevel;
  }

  #log(level: Exclude<LogLevel, 'off'>, message: () => string, details?: object): void {
    if (!this.#isLogged(level)) return;
    // The console would print the details below the line, which says the same.
    writeLog(this.#logger, level, message(), this.#logger === console ? undefined : details);
  }
}

/** The kinds of problems that each logger, and each object with hooks, already knows, from any client. */
const known = new WeakMap<object, Set<string>>();

function isFirst(receiver: object, kind: string): boolean {
  const kinds = known.get(receiver) ?? new Set();
  known.set(receiver, kinds);
  const isNew = !kinds.has(kind);
  kinds.add(kind);
  return isNew;
}

/** Describes an attempt that ended, and what came before it, in one line. */
function describeAttempt(info: AttemptEndEvent, previousFailure: AttemptFailure | undefined): string {
  const { status, failure, duration, backoff, queueDuration } = info;
  const time = milliseconds(duration);
  const received = status === undefined ? '' : `returned ${status}, but `;
  const result =
    failure && failure.status === undefined
      ? `${received}failed after ${time}: ${describeFailure(failure)}`
      : `returned ${status} in ${time}`;
  const before = [
    previousFailure && `after ${describeFailure(previousFailure)}`,
    backoff >= minReportedWait && `backoff ${milliseconds(backoff)}`,
    queueDuration >= minReportedWait && `queue ${milliseconds(queueDuration)}`,
  ].filter(Boolean);
  const suffix = before.length > 0 ? ` (${before.join(', ')})` : '';
  return `[${info.callId}] ${info.method} ${info.path}: attempt ${info.attempt} ${result}${suffix}`;
}

/** Describes a failure, such as `status 503` or `ConnectionError ECONNREFUSED`. */
export function describeFailure({ name, code, status }: AttemptFailure): string {
  if (status !== undefined) return `status ${status}`;
  return code ? `${name} ${code}` : name;
}

function milliseconds(duration: number): string {
  return `${Math.round(duration).toLocaleString('en')} ms`;
}
