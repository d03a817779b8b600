import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedPort } from '../../../../examples/restaurant/serve.js';

/** How to start a server. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder with the data of the server. */
  readonly folder: string;
  /** The server prints this text when it accepts connections. */
  readonly ready: string;
  /** The user and group that run the server. Default: those of this process. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/** How long a start can fail because the last process still ends. Milliseconds. */
const timeToStart = 10_000;

/** A server in a process of its own, which ends with this process at the latest. */
export class ServerProcess {
  readonly port: number;
  readonly #release: () => Promise<void>;
  readonly #command: ServerCommand;
  #child: ChildProcess | undefined;

  constructor({ port, release }: ReservedPort, command: ServerCommand) {
    this.port = port;
    this.#release = release;
    this.#command = command;
  }

  /** Starts the server on the same port with the data that it has, after it was killed. */
  async start(): Promise<void> {
    const deadline = performance.now() + timeToStart;
    for (;;) {
      const problem = await this.#tryToStart();
      if (problem === undefined) return;
      if (performance.now() > deadline) throw new Error(`${this.#command.program} did not start: ${problem}`);
      await sleep(100);
    }
  }

  /** Kills the server with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Suspends the server: its connections stay open, and it does not respond. In PostgreSQL, open connections still work. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** Ends a pause. */
  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Kills the server, and deletes its data. */
  async close(): Promise<void> {
    await this.kill();
    // The processes of PostgreSQL that serve connections end a moment later, and can still write.
    await rm(this.#command.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    await this.#release();
  }

  /** Returns what the server printed if it ended instead of starting. */
  async #tryToStart(): Promise<string | undefined> {
    const { program, args, folder, ready, user } = this.#command;
    // Detached, so that Ctrl-C does not end the server before its clients have closed.
    const child = spawn(program, args, {
      ...user,
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    guard(child, folder);
    let printed = '';
    const isReady = new Promise<undefined>((resolve) => {
      const read = (text: Buffer) => {
        printed = `${printed}${text}`.slice(-4_000);
        if (printed.includes(ready)) resolve(undefined);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
    });
    const ended = once(child, 'close').then(() => printed, String);
    return Promise.race([isReady, ended]);
  }
}

/**
 * Starts a shell that reads from a pipe to this process. If this process ends in any way, the pipe closes, and the shell kills the
 * server and deletes its data.
 */
function guard(server: ChildProcess, folder: string): void {
  // The processes of PostgreSQL end a moment later, and can still write.
  const script = 'read line; kill -9 "$1"; rm -rf "$2" || { sleep 1; rm -rf "$2"; }';
  const shell = spawn('sh', ['-c', script, 'guard', String(server.pid), folder], {
    // Otherwise, a signal to the group of this process would end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  server.once('exit', () => shell.kill('SIGKILL'));
}
