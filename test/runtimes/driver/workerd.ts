import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { here } from './paths.js';
import type { Outcome } from './runtime.js';

const require = createRequire(import.meta.url);
const { default: workerd }: { default: string } = require('workerd');
const { version }: { version: string } = require('workerd/package.json');

/** Runs the cases in a Worker, within one request to it. */
export async function runWorker(serviceUrl: string): Promise<Outcome> {
  const line = ['serve', here('hosts/worker.capnp'), '--control-fd=3'];
  const child = spawn(workerd, line, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
  const ended = once(child, 'close');
  const [, , , control] = child.stdio;
  const [announced] = await Promise.race([control ? once(control, 'data') : [], ended]);
  const { port } = JSON.parse(String(announced));

  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: serviceUrl });
  const output = await response.text();
  child.kill();
  await ended;
  return {
    version,
    reported: output.split('\n').filter((line) => line !== ''),
    trouble: said.join(''),
  };
}
