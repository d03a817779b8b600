import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { type Environment, inExamples, type Receiver, startNode, startWorkerd } from './receiver.js';

/** A framework, and how its example is started. */
interface Framework {
  readonly name: string;
  start(environment: Environment): Promise<Receiver>;
  /** What the platform tells the example of a sender. */
  readonly edgeHeaders?: Readonly<Record<string, string>>;
  /** Whether the platform cuts off what still runs after an answer, unless it is told of it. */
  readonly cutsOff?: boolean;
}

/** The examples, and variations of them: what else a framework can do with a body in front of the handler. */
export const frameworks: readonly Framework[] = [
  script('node:http', 'node-http/server.ts'),
  script('Express 5', 'express/server.ts'),
  script('Express 5 behind express.json()', 'test/variants/express.ts', '5', 'json'),
  script('Express 5 behind express.text()', 'test/variants/express.ts', '5', 'text'),
  script('Express 5 behind express.raw()', 'test/variants/express.ts', '5', 'raw'),
  script('Express 4', 'test/variants/express.ts', '4'),
  script('Express 4 behind express.json()', 'test/variants/express.ts', '4', 'json'),
  script('Fastify 5', 'fastify/server.ts'),
  script('Fastify 5 with its own parsers', 'test/variants/fastify.ts'),
  script('Hono', 'hono/server.ts'),
  script('Hono behind a middleware that reads the body', 'test/variants/hono.ts'),
  { name: 'Next', start: startNext },
  script('Nest', 'nest/server.ts'),
  script('Nest without rawBody', 'test/variants/nest.ts'),
  script('AWS Lambda', 'test/lambda/function-url.ts'),
  script('AWS Lambda with bodies in base64', 'test/lambda/function-url.ts', 'base64'),
  {
    name: 'Cloudflare Workers',
    start: startWorker,
    edgeHeaders: { 'cf-connecting-ip': '127.0.0.1' },
    cutsOff: true,
  },
];

function script(name: string, file: string, ...rest: string[]): Framework {
  return { name, start: (environment) => startNode(['--import', 'tsx', file, ...rest], environment) };
}

async function startNext(environment: Environment): Promise<Receiver> {
  const next = inExamples('node_modules/next/dist/bin/next');
  // A build knows nothing of what the server will find in its environment.
  execFileSync(process.execPath, [next, 'build', 'next'], {
    cwd: inExamples('.'),
    stdio: 'pipe',
  });
  return startNode([next, 'start', 'next', '--port', '0'], environment);
}

async function startWorker(environment: Environment): Promise<Receiver> {
  await build({
    entryPoints: [inExamples('workers/worker.ts')],
    outfile: inExamples('workers/dist/worker.js'),
    bundle: true,
    format: 'esm',
    external: ['cloudflare:*'],
  });
  return startWorkerd('workers/config.capnp', environment);
}
