import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { filledIn } from './calls.js';
import { VerificationError } from './check-verification.js';
import type { BackendSettings, Verification } from './verification.js';

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
  /** Stops the backend. A scenario that still runs cannot start it again. */
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
  const log = createWriteStream(logFile, { flags: 'a' });
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
      ...(typeof env === 'function' ? env(settings()) : env),
    };
  }

  function spawnGroup(line: string): ChildProcess {
    // With `detached`, the shell and its children are a process group, which a signal can reach as a whole.
    const child = spawn(line, { shell: true, detached: true, cwd: folder, env: environment() });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    return child;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running;
    running = undefined;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    signalGroup(child, signal);
    const killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), stopTimeout);
    await ended;
    clearTimeout(killTimer);
    signalGroup(child, 'SIGKILL');
  }

  async function untilReady(): Promise<void> {
    const url = filledIn(ready, settings());
    const end = performance.now() + startTimeout;
    while (performance.now() < end) {
      if (crash)
        throw new VerificationError(
          `The backend ended before it was ready, with ${crash}. ${await output()}`,
        );
      const status = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status;
        },
        () => undefined,
      );
      if (status !== undefined && status < 500) return;
      await sleep(100);
    }
    throw new VerificationError(
      `The backend is not ready after ${startTimeout / 1_000} s: ${url} does not respond with a status below 500. Check ready and start. ${await output()}`,
    );
  }

  async function output(): Promise<string> {
    const text = await readFile(logFile, 'utf8');
    const lines = text.trim().split('\n').slice(-20).join('\n');
    return lines === '' ? 'It printed nothing.' : `Its last output:\n${lines}`;
  }

  return {
    async start() {
      if (isClosed) throw new VerificationError('The verification has ended.');
      crash = undefined;
      if (command !== undefined) {
        const child = spawnGroup(command);
        running = child;
        child.once('exit', (code, signal) => {
          if (running !== child) return;
          running = undefined;
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
      log.end();
    },
    async run(line) {
      const [code, signal] = await once(spawnGroup(line), 'exit');
      if (code !== 0)
        throw new Error(`${line} ended with ${signal ?? `exit code ${code}`}. ${await output()}`);
    },
    takeCrash() {
      const taken = crash;
      crash = undefined;
      return taken;
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** A group that has already ended is no error. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {}
}
