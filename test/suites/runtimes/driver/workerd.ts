import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { here } from './paths.js';
import type { Outcome } from './runtime.js';

const require = createRequire(import.meta.url);
const { default: workerd }: { default: string } = require('workerd');
const { version }: { version: string } = require('workerd/package.json');

/** A Worker in a separate process. */
export interface Worker {
  readonly url: string;
  /** Stops the Worker, and returns its output. */
  stop(): Promise<string>;
}

export async function startWorker(): Promise<Worker> {
  const line = ['serve', here('hosts/worker.capnp'), '--control-fd=3'];
  const child = spawn(workerd, line, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close').then(() => []);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [, , , control] = child.stdio;
  const [announced] = await Promise.race([control ? once(control, 'data') : [], ended]);
  if (announced === undefined) throw new Error(`workerd ended before it started to listen: ${output}`);
  const { port }: { port: number } = JSON.parse(String(announced));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
      return output;
    },
  };
}

/** Runs the cases in a Worker, within one request. */
export async function runWorker(serviceUrl: string): Promise<Outcome> {
  const worker = await startWorker();
  const response = await fetch(`${worker.url}/cases`, { method: 'POST', body: serviceUrl });
  const reported = (await response.text()).split('\n').filter((line) => line !== '');
  return { version, reported, trouble: await worker.stop() };
}
