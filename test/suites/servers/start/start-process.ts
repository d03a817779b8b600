import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from '../../../support/running/bundled.js';

/** Runs a program in a process of its own, and returns how it ended and the lines that it printed. */
export async function startProcess(program: URL, ...args: string[]) {
  const child = spawn(process.execPath, [await bundled(program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, printed: text.split('\n').filter((line) => line !== '') };
}
