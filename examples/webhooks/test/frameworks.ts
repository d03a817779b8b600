import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import {
  type Environment,
  inExamples,
  type Receiver,
  startNode,
  startScript,
  startWorkerd,
} from './receiver.js';

/** A framework or platform, and how to start its example. */
interface Framework {
  readonly name: string;
  start(environment: Environment): Promise<Receiver>;
  /** Headers that the platform adds to a delivery. */
  readonly edgeHeaders?: Readonly<Record<string, string>>;
  /** Whether the example checks the IP address of the sender. */
  readonly checksSender?: boolean;
  /** Whether the platform cancels what runs after the response, unless `waitUntil` is called. */
  readonly cancelsAfterResponse?: boolean;
}

/** The examples, and variants of them that read the body before the handler. */
export const frameworks: readonly Framework[] = [
  example('node:http', 'node-http'),
  example('Express 5', 'express'),
  variant('Express 5 behind express.json()', 'variants/express.ts', '5', 'json'),
  variant('Express 5 behind express.text()', 'variants/express.ts', '5', 'text'),
  variant('Express 5 behind express.raw()', 'variants/express.ts', '5', 'raw'),
  variant('Express 4', 'variants/express.ts', '4'),
  variant('Express 4 behind express.json()', 'variants/express.ts', '4', 'json'),
  example('Fastify 5', 'fastify'),
  variant('Fastify 5 with its own parsers', 'variants/fastify.ts'),
  { ...example('Hono', 'hono'), checksSender: true },
  variant('Hono behind a middleware that reads the body', 'variants/hono.ts'),
  { name: 'Next', start: startNext },
  example('Nest', 'nest'),
  variant('Nest without rawBody', 'variants/nest.ts'),
  { ...variant('AWS Lambda', 'platforms/lambda.ts'), checksSender: true },
  variant('AWS Lambda with bodies in base64', 'platforms/lambda.ts', 'base64'),
  variant('AWS API Gateway with SQS', 'platforms/aws-api-gateway-sqs.ts'),
  { ...variant('Vercel', 'platforms/vercel.ts'), checksSender: true },
  { name: 'Bun', start: (environment) => startScript('bun', environment), checksSender: true },
  { name: 'Deno', start: (environment) => startScript('deno', environment), checksSender: true },
  {
    name: 'Cloudflare Workers',
    start: startWorker,
    edgeHeaders: { 'cf-connecting-ip': '127.0.0.1' },
    checksSender: true,
    cancelsAfterResponse: true,
  },
];

function example(name: string, folder: string): Framework {
  return { name, start: (environment) => startNode(folder, ['--import', 'tsx', 'server.ts'], environment) };
}

function variant(name: string, file: string, ...rest: string[]): Framework {
  return { name, start: (environment) => startNode('test', ['--import', 'tsx', file, ...rest], environment) };
}

async function startNext(environment: Environment): Promise<Receiver> {
  const next = inExamples('node_modules/next/dist/bin/next');
  // The build gets none of the environment variables that the server gets.
  execFileSync(process.execPath, [next, 'build'], { cwd: inExamples('next'), stdio: 'pipe' });
  return startNode('next', [next, 'start', '--port', '0'], environment);
}

async function startWorker(environment: Environment): Promise<Receiver> {
  await build({
    entryPoints: [inExamples('workers/worker.ts')],
    outfile: inExamples('test/dist/worker.js'),
    bundle: true,
    format: 'esm',
  });
  return startWorkerd('platforms/worker.capnp', environment);
}
