import { WriteStream } from 'node:tty';
import { runCommandLine } from '../../../src/command-line/run.js';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. Returns its exit code and its output. */
export function run(line: string, signal?: AbortSignal, isTTY = false): Promise<Ended> {
  return start(line, signal, isTTY).ended;
}

/** Starts a command that runs until it is interrupted. */
export function start(line: string, signal?: AbortSignal, isTTY = false) {
  const written = { stdout: '', stderr: '' };
  const interruption = new AbortController();
  const watchers = new Set<() => void>();
  const output = (name: keyof typeof written) => ({
    isTTY,
    hasColors: () => isTTY && WriteStream.prototype.hasColors(),
    write: (text: string) => {
      written[name] += text;
      for (const look of watchers) look();
    },
  });
  const console = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    signal: signal ?? interruption.signal,
  };
  const ended = runCommandLine(line.split(' ').filter(Boolean), console).then((code) => ({
    code,
    ...written,
  }));
  return {
    ended,
    /** Interrupts the command as Ctrl-C does. Returns its exit code and its output. */
    stop(): Promise<Ended> {
      interruption.abort({ exitCode: 130 });
      return ended;
    },
    /** Waits until the output matches, and returns the match. */
    async printed(pattern: RegExp, name: keyof typeof written = 'stdout'): Promise<RegExpExecArray> {
      const found = new Promise<RegExpExecArray>((resolve) => {
        const look = () => {
          const match = pattern.exec(written[name]);
          if (match) resolve(match);
        };
        watchers.add(look);
        look();
      });
      const early = ended.then(({ code, stderr }) => {
        throw new Error(`The command ended with ${code} before it printed ${pattern}: ${stderr}`);
      });
      return Promise.race([found, early]);
    },
  };
}
