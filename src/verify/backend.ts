import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { filledIn } from './calls.js';
import { fromConfig, VerificationError } from './check-verification.js';
import type { BackendSettings, Verification } from './verification.js';
import { pause, until } from './waiting.js';

/** How long the backend may take to start, in milliseconds. */
const startTimeout = 60_000;

/** How long the backend may take to stop after SIGTERM before it is killed, in milliseconds. */
const stopTimeout = 10_000;

/** The process of the backend, and everything that it starts. */
export interface Backend {
  /** Starts the process, and resolves when the backend is ready. @throws VerificationError if it is not */
  start(): Promise<void>;
  /** Kills the process and its children at once, as a crash does. */
  kill(): Promise<void>;
  /** Ends the process as a deployment does: with SIGTERM, and later SIGKILL. */
  stop(): Promise<void>;
  /** Stops the backend and commands that still run. A scenario cannot start any again. */
  close(): Promise<void>;
  /** Runs a command with the environment of the backend. @throws Error if it fails */
  run(command: string): Promise<void>;
  /** Returns how the process ended by itself since the last call, such as `exit code 1`. */
  takeCrash(): string | undefined;
}

/**
 * @param folder - of the configuration file
 * @param logFile - receives what the backend prints
 */
export function createBackend(
  { start: command, ready, env }: Verification,
  settings: () => BackendSettings,
  folder: string,
  logFile: string,
): Backend {
  const jobs = new Set<ChildProcess>();
  let running: ChildProcess | undefined;
  let crash: string | undefined;
  let isClosed = false;

  function environment(): NodeJS.ProcessEnv {
    const { baseUrl, token, port, secret, dataFolder } = settings();
    return {
      ...process.env,
      OUTLET_BASE_URL: baseUrl,
      OUTLET_ACCESS_TOKEN: token,
      PORT: String(port),
      WEBHOOK_SECRET: secret,
      DATA_FOLDER: dataFolder,
      ...(typeof env === 'function' ? fromConfig('env', () => env(settings())) : env),
    };
  }

  function spawnGroup(line: string): ChildProcess {
    if (isClosed) throw new VerificationError('The verification has ended.');
    const log = openSync(logFile, 'a');
    // With `detached`, the shell and its children are a process group, which a signal can reach as a whole.
    const child = spawn(line, {
      shell: true,
      detached: true,
      cwd: folder,
      env: environment(),
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running;
    running = undefined;
    if (!child) return;
    const ended = once(child, 'exit');
    signalGroup(child, signal);
    // The shell can end before the program that it has started.
    if (signal === 'SIGTERM') await until(() => !signalGroup(child, 0), stopTimeout);
    signalGroup(child, 'SIGKILL');
    await ended;
  }

  function killAll(): void {
    for (const child of running ? [...jobs, running] : jobs) signalGroup(child, 'SIGKILL');
  }
  // An error that nobody catches ends this process, and the groups would stay.
  process.once('exit', killAll);

  async function untilReady(): Promise<void> {
    const url = filledIn(ready, settings());
    const end = performance.now() + startTimeout;
    while (performance.now() < end) {
      const ended = takeCrash();
      if (ended)
        throw new VerificationError(
          `The backend ended before it was ready, with ${ended}. ${await output()}`,
        );
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
      `The backend is not ready after ${startTimeout / 1_000} s: ${url} does not respond with a status below 500. Check ready and start. ${await output()}`,
    );
  }

  async function output(): Promise<string> {
    const text = await readFile(logFile, 'utf8').catch(() => '');
    const lines = text.trim().split('\n').slice(-20).join('\n');
    return lines === '' ? 'It printed nothing.' : `Its last output:\n${lines}`;
  }

  function takeCrash(): string | undefined {
    const taken = crash;
    crash = undefined;
    return taken;
  }

  return {
    async start() {
      crash = undefined;
      if (command !== undefined) {
        const child = spawnGroup(command);
        running = child;
        child.once('exit', (code, signal) => {
          if (running !== child) return;
          running = undefined;
          signalGroup(child, 'SIGKILL');
          crash = signal ? `signal ${signal}` : `exit code ${code}`;
        });
      }
      await untilReady();
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async close() {
      isClosed = true;
      await end('SIGTERM');
      killAll();
      process.off('exit', killAll);
    },
    async run(line) {
      const job = spawnGroup(line);
      jobs.add(job);
      const [code, signal] = await once(job, 'exit');
      jobs.delete(job);
      if (code !== 0)
        throw new Error(`${line} ended with ${signal ?? `exit code ${code}`}. ${await output()}`);
    },
    takeCrash,
  };
}

/** Sends a signal to a process group, or none if it is 0. Returns whether the group still exists. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
