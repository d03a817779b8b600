import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { filledIn } from './calls.js';
import type { BackendSettings, JobOptions } from './settings.js';
import { type OutputEntry, shownText, type Timeline } from './timeline.js';
import { CommandFailedError, fromConfig, VerificationError } from './verification-error.js';
import { pause, until } from './waiting.js';

/** How long the backend may take to stop after SIGTERM before it is killed, in milliseconds. */
const stopTimeout = 10_000;

/** How many of its last lines a crash shows. */
const shownLines = 30;

/** The processes of the backend, and everything that they start. */
export interface Backend {
  /**
   * Starts a process, and resolves when it is ready.
   * @param port - the port that it must listen on. Default: the port of the settings
   * @throws VerificationError if it is not ready in time
   */
  start(port?: number): Promise<void>;
  /** Kills all processes and commands at once, as a crash does. */
  kill(): Promise<void>;
  /** Ends the processes as a deployment does: with SIGTERM, and later SIGKILL. */
  stop(): Promise<void>;
  /** Stops the backend and commands that still run. A scenario cannot start any again. */
  close(): Promise<void>;
  /** Runs a command with the environment of the backend. @throws CommandFailedError if it fails */
  run(command: string): Promise<void>;
  /** How a process ended by itself since the last start, with its last output. */
  readonly crash: string | undefined;
}

/**
 * @param folder - the folder of the configuration file
 * @param logFile - receives what the backend prints
 */
export function createBackend(
  { start: command, ready, env, startTimeout = 60_000 }: JobOptions,
  settings: () => BackendSettings,
  timeline: Timeline,
  folder: string,
  logFile: string,
): Backend {
  const jobs = new Set<ChildProcess>();
  const servers = new Set<ChildProcess>();
  let crash: string | undefined;
  let isClosed = false;
  const isServer = command !== undefined;

  function environment(port: number): NodeJS.ProcessEnv {
    const values = { ...settings(), port };
    return {
      ...process.env,
      OUTLET_BASE_URL: values.baseUrl,
      OUTLET_ACCESS_TOKEN: values.token,
      OUTLET_REF: values.outletRef,
      PORT: String(port),
      WEBHOOK_SECRET: values.secret,
      DATA_FOLDER: values.dataFolder,
      CHANNEL_ID: values.channelId,
      PARTNER_CHANNEL: values.partnerChannel,
      // A backend that confuses its local time with UTC would look right on a machine in UTC.
      TZ: 'Asia/Tokyo',
      ...(typeof env === 'function' ? fromConfig('env', () => env(values)) : env),
    };
  }

  /** @param printed - receives what it prints */
  function spawnGroup(line: string, port: number, printed: OutputEntry[] = []): ChildProcess {
    if (isClosed) throw new VerificationError('The verification has ended.');
    // With `detached`, the shell and its children are a process group, which a signal can reach as a whole.
    const child = spawn(line, {
      shell: true,
      detached: true,
      cwd: folder,
      env: environment(port),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (text) => {
        printed.push(timeline.add<OutputEntry>({ kind: 'output', at: Date.now(), text }));
        appendLine(logFile, text);
      });
    }
    return child;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const children = [...servers, ...(signal === 'SIGKILL' ? jobs : [])];
    servers.clear();
    await Promise.all(
      children.map(async (child) => {
        const isRunning = child.exitCode === null && child.signalCode === null;
        const ended = isRunning ? once(child, 'exit') : undefined;
        signalGroup(child, signal);
        // The shell can end before the program that it has started.
        if (signal === 'SIGTERM') await until(() => !signalGroup(child, 0), stopTimeout);
        signalGroup(child, 'SIGKILL');
        await ended;
      }),
    );
  }

  function killAll(): void {
    for (const child of [...jobs, ...servers]) signalGroup(child, 'SIGKILL');
  }
  // An error that nobody catches ends this process, and the groups would stay.
  process.once('exit', killAll);

  async function untilReady(port: number): Promise<void> {
    // A job without a server.
    if (ready === undefined) return;
    const url = filledIn(ready, { ...settings(), port });
    const end = performance.now() + startTimeout;
    while (performance.now() < end) {
      if (crash !== undefined)
        throw new VerificationError(`The backend ended before it was ready, with ${crash}`);
      const status = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status;
        },
        () => undefined,
      );
      if (status !== undefined && status < 500) return;
      await pause(100);
    }
    throw new VerificationError(
      `The backend is not ready after ${startTimeout / 1_000} s: ${url} does not respond with a status below 500. Check ready and start, or set startTimeout to more milliseconds. ${lastOutput()}`,
    );
  }

  function lastOutput(): string {
    const lines = timeline.since(0, 'output').slice(-shownLines);
    return lines.length === 0
      ? 'It printed nothing.'
      : `Its last output:\n${lines.map(({ text }) => shownText(text)).join('\n')}`;
  }

  return {
    async start(port = settings().port) {
      crash = undefined;
      if (command !== undefined) {
        const child = spawnGroup(command, port);
        servers.add(child);
        // The output is complete when the streams have closed.
        child.once('close', (code, signal) => {
          if (!servers.delete(child)) return;
          signalGroup(child, 'SIGKILL');
          crash = `${signal ? `signal ${signal}` : `exit code ${code}`}. ${lastOutput()}`;
        });
      }
      await untilReady(port);
      if (isServer) timeline.note('The backend is ready');
    },
    async kill() {
      const text = `The command kills the ${isServer ? 'backend' : 'job'}`;
      timeline.add({ kind: 'note', at: Date.now(), text, isKill: true });
      await end('SIGKILL');
    },
    async stop() {
      if (isServer) timeline.note('The command stops the backend');
      await end('SIGTERM');
    },
    async close() {
      isClosed = true;
      await end('SIGTERM');
      killAll();
      process.off('exit', killAll);
    },
    async run(line) {
      const printed: OutputEntry[] = [];
      const job = spawnGroup(line, settings().port, printed);
      jobs.add(job);
      const [code, signal] = await once(job, 'close');
      jobs.delete(job);
      if (code !== 0)
        throw new CommandFailedError(`${line} ended with ${signal ?? `exit code ${code}`}`, printed);
    },
    get crash() {
      return crash;
    },
  };
}

/** Adds a line to a log. If its folder has disappeared, the run ends after the scenario. */
export function appendLine(file: string, line: string): void {
  try {
    appendFileSync(file, `${line}\n`);
  } catch {}
}

/** Sends a signal to a process group, or none if it is 0. Returns whether the group still exists. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
