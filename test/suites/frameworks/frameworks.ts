import { execFileSync } from 'node:child_process';
import { here, inCopies, installed } from './paths.js';
import { type Environment, type Receiver, startNode, startRuntime, startWorkerd } from './receiver.js';

/** A framework or platform, and how to start its receiver. */
interface Framework {
  readonly name: string;
  start(environment: Environment): Promise<Receiver>;
  /** Headers that the platform adds to a delivery. */
  readonly edgeHeaders?: Readonly<Record<string, string>>;
  /** Whether the platform does not provide the IP address of the sender. */
  readonly hidesSender?: boolean;
  /** Whether the platform cancels what runs after the response, unless `waitUntil` is called. */
  readonly cancelsAfterResponse?: boolean;
}

/** The receivers, and variants of them that read the body before the handler. */
export const frameworks: readonly Framework[] = [
  example('node:http', 'node-http'),
  example('Express 5', 'express'),
  variant('Express 5 behind express.json()', 'express-variant', '5', 'json'),
  variant('Express 5 behind express.text()', 'express-variant', '5', 'text'),
  variant('Express 5 behind express.raw()', 'express-variant', '5', 'raw'),
  variant('Express 4', 'express-variant', '4'),
  variant('Express 4 behind express.json()', 'express-variant', '4', 'json'),
  example('Fastify 5', 'fastify'),
  variant('Fastify 5 with its own parsers', 'fastify-variant'),
  example('Hono', 'hono'),
  variant('Hono behind a middleware that reads the body', 'hono-variant'),
  // Its build takes longer than all others together.
  ...(process.env.NIGHTLY ? [{ name: 'Next', start: startNext, hidesSender: true }] : []),
  example('Nest', 'nest'),
  variant('Nest without rawBody', 'nest-variant'),
  variant('AWS Lambda', 'lambda'),
  variant('AWS Lambda with bodies in base64', 'lambda', 'base64'),
  variant('AWS API Gateway with SQS', 'aws-api-gateway-sqs'),
  variant('Vercel', 'vercel'),
  runtime('Bun', 'bun', ['bun.ts']),
  runtime('Deno', 'deno', ['run', '--allow-net', '--allow-env', 'deno.ts']),
  {
    name: 'Cloudflare Workers',
    start: (environment) => startWorkerd('hosts/worker.capnp', environment),
    edgeHeaders: { 'cf-connecting-ip': '127.0.0.1' },
    cancelsAfterResponse: true,
  },
];

function example(name: string, folder: string): Framework {
  return {
    name,
    start: (environment) => startNode(inCopies(folder), [`${folder}.js`], environment),
  };
}

function variant(name: string, host: string, ...rest: string[]): Framework {
  return {
    name,
    start: (environment) => startNode(here('.'), [`compiled/${host}.js`, ...rest], environment),
  };
}

function runtime(name: string, command: string, args: readonly string[]): Framework {
  return {
    name,
    start: (environment) => startRuntime(installed(`.bin/${command}`), args, inCopies(command), environment),
  };
}

async function startNext({ WEBHOOK_SENDERS: _, ...environment }: Environment): Promise<Receiver> {
  const next = installed('next/dist/bin/next');
  // The build gets none of the environment variables that the server gets.
  execFileSync(process.execPath, [next, 'build'], { cwd: inCopies('next'), stdio: 'pipe' });
  return startNode(inCopies('next'), [next, 'start', '--port', '0'], environment);
}
