import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { here } from './paths.js';
import type { Outcome } from './runtime.js';

/** Runs a process until it ends. */
export async function runProcess(command: string, line: readonly string[]): Promise<Outcome> {
  const child = spawn(command, line, {
    cwd: here('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
    // A process that a timer or a socket keeps open has failed.
    timeout: 60_000,
  });
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const [first = '', ...reported] = output.split('\n').filter((line) => line !== '');
  const end = code === 0 ? '' : `The process ended with ${signal ?? code}.`;
  return { version: versionIn(first), reported, trouble: `${errors}${end}` };
}

function versionIn(line: string): string {
  try {
    return JSON.parse(line).version;
  } catch {
    return line;
  }
}
