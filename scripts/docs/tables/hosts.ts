import { tableOf } from '../markdown.js';
import { readText } from '../pages.js';

const apps = 'test/suites/hosts/apps';
const webhooks = 'test/suites/frameworks';
const runtimes = 'test/suites/runtimes';

/** The hosts in which the packed package is tested, with the versions that their tests install. */
export function hosts(): string {
  const all = 'client, webhooks and fake';
  return tableOf(
    ['Host', 'Version', 'Tested'],
    [
      ['Next.js, Node.js and Edge Runtime', versions('next', `${apps}/next14`, `${apps}/next15`), all],
      ['Next.js, Node.js runtime', versions('next', webhooks), 'webhooks'],
      ['React Router, framework mode', versions('react-router', `${apps}/react-router`), all],
      ['Astro', versions('astro', `${apps}/astro`), all],
      ['SvelteKit', versions('@sveltejs/kit', `${apps}/sveltekit`), all],
      ['Nuxt', versions('nuxt', `${apps}/nuxt`), all],
      ['Nest, CommonJS', versions('@nestjs/core', `${apps}/nest`), all],
      ['Nest', versions('@nestjs/core', webhooks), 'webhooks'],
      [
        `Express, TypeScript ${versions('typescript', `${apps}/express`)} and CommonJS`,
        versions('express', `${apps}/express`),
        all,
      ],
      ['Express', `${versions('express', webhooks)}, ${versions('express4', webhooks)}`, 'webhooks'],
      ['Fastify', versions('fastify', webhooks), 'webhooks'],
      ['Hono', versions('hono', webhooks), 'webhooks'],
      ['AWS Lambda, bundled by esbuild', `esbuild ${versions('esbuild', `${apps}/lambda`)}`, all],
      ['AWS Lambda, with events of API Gateway', 'Node.js', 'webhooks'],
      ['Cloudflare Workers', `wrangler ${versions('wrangler', `${apps}/workers`)}`, all],
      ['Cloudflare Workers', `workerd ${versions('workerd', runtimes)}`, all],
      ['Vite, library mode', versions('vite', `${apps}/vite-library`), all],
      ['Bun', versions('bun', runtimes), all],
      ['Deno', versions('deno', runtimes), all],
      ['Jest, CommonJS', versions('jest', 'test/suites/package'), `${all}, msw`],
      ['Jest, ES modules', versions('jest', `${apps}/jest`), all],
      ['`node:test`', 'Node.js 20', all],
      ['pnpm, without hoisting', managerVersion('pnpm'), all],
      ["Yarn, Plug'n'Play", managerVersion('@yarnpkg/cli-dist'), all],
      ['TypeScript with `module: commonjs`', typescriptVersions(), 'types'],
    ],
  );
}

/** Returns the versions of a package in the package.json of folders. */
function versions(name: string, ...folders: string[]): string {
  return folders
    .map((folder) => {
      const { dependencies, devDependencies } = JSON.parse(readText(`${folder}/package.json`));
      const version: unknown = { ...dependencies, ...devDependencies }[name];
      if (typeof version !== 'string') throw new Error(`${folder}/package.json lacks ${name}`);
      return version.split('@').at(-1);
    })
    .join(', ');
}

function managerVersion(name: string): string {
  const [, version] = new RegExp(`${name}@([\\d.]+)`).exec(readText('test/suites/hosts/hosts.ts')) ?? [];
  if (version === undefined) throw new Error(`test/suites/hosts/hosts.ts lacks ${name}`);
  return version;
}

function typescriptVersions(): string {
  const folder = 'test/suites/package';
  return `${versions('typescript5.0', folder)}, ${versions('typescript5', folder)}`;
}
