import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { suite } from './packed.js';

/** The outcome of a command. */
export interface Ending {
  readonly status: number | null;
  /** Its output, including errors. */
  readonly output: string;
}

/** Runs a script with Node.js in this folder. `bin` is its path below node_modules, or in this folder. */
export function run(script: string, args: readonly string[] = [], cwd: URL = suite): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(script, suite));
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
    const child = spawn(process.execPath, [path, ...args], { cwd: fileURLToPath(cwd), env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: output.trim() }));
  });
}
