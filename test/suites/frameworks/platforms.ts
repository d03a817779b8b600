/** A platform, and what a user copies from `examples/webhooks` for it. */
interface Platform {
  readonly name: string;
  /** The copied files, each with its place in the project of the user. */
  readonly files: Readonly<Record<string, string>>;
  /** The compiler options in which its project differs from `strictNode`. */
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
  /** The content of other files. */
  readonly others?: Readonly<Record<string, string>>;
}

/** The compiler options of a strict project for Node.js. */
export const strictNode = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

const bundled = { module: 'Preserve', moduleResolution: 'Bundler' };

function trioOf(file: string): Record<string, string> {
  return { 'handler.ts': 'handler.ts', 'queue.ts': 'queue.ts', [file]: file };
}

/** All platforms of `examples/webhooks`. */
export const platforms: readonly Platform[] = [
  { name: 'node-http', files: trioOf('node-http.ts') },
  { name: 'express', files: trioOf('express.ts') },
  { name: 'fastify', files: trioOf('fastify.ts') },
  { name: 'hono', files: trioOf('hono.ts') },
  { name: 'nest', files: trioOf('nest.ts'), compilerOptions: { experimentalDecorators: true } },
  {
    name: 'next',
    files: {
      'handler.ts': 'app/webhooks/handler.ts',
      'queue.ts': 'app/webhooks/queue.ts',
      'next.ts': 'app/webhooks/route.ts',
    },
    compilerOptions: { ...bundled, jsx: 'react-jsx', isolatedModules: true, esModuleInterop: true },
  },
  { name: 'bun', files: trioOf('bun.ts'), compilerOptions: { ...bundled, lib: ['ESNext'], types: ['bun'] } },
  { name: 'deno', files: trioOf('deno.ts') },
  { name: 'lambda', files: trioOf('lambda.ts') },
  {
    name: 'sqs',
    files: {
      'handler.ts': 'handler.ts',
      'lambda.ts': 'lambda.ts',
      'sqs/queue.ts': 'queue.ts',
      'sqs/consumer.ts': 'consumer.ts',
      'sqs/orders.ts': 'orders.ts',
    },
  },
  {
    name: 'vercel',
    files: trioOf('vercel.ts'),
    others: { 'api/webhooks.ts': "export { default } from '../vercel.js';\n" },
  },
  {
    name: 'workers',
    files: { 'handler.ts': 'handler.ts', 'workers.ts': 'workers.ts' },
    compilerOptions: { ...bundled, lib: ['ES2022', 'WebWorker'], types: [] },
  },
];
