import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installedFile } from '../../support/installing/install-packages.js';
import { suite } from './packed.js';

/** The outcome of a command. */
export interface Ending {
  readonly status: number | null;
  /** Its output, including errors. */
  readonly output: string;
}

/** Runs a script of this folder, or of a package below `node_modules/`, with Node.js. */
export function run(script: string, args: readonly string[] = [], cwd: URL = suite): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const [, inPackage] = /^node_modules\/(.*)/.exec(script) ?? [];
    const path = fileURLToPath(inPackage ? installedFile(suite, inPackage) : new URL(script, suite));
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
