import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.js';
import { createUserProject } from './user-project.js';

/** The size of each bundle of `.size-limit.mjs`, and of what npm installs, in bytes by name. */
export type Sizes = Readonly<Record<string, number>>;

/** The sizes that `npm run sizes` recorded last. Its history in git is the history of the sizes. */
export const recordedSizes = new URL('sizes.json', import.meta.url);

export async function measureSizes(): Promise<Sizes> {
  const { output } = await run('node_modules/size-limit/bin.js', ['--json']);
  if (!output.startsWith('[')) throw new Error(output);
  const bundles: readonly { name: string; size: number }[] = JSON.parse(output);
  const project = createUserProject();
  const ours = join(project, 'node_modules/outlet-open-api');
  const sizes = {
    ...Object.fromEntries(bundles.map(({ name, size }) => [name, size])),
    'installed dashboard': bytesIn(join(ours, 'dist/dashboard')),
    'installed package': bytesIn(ours),
    'installed package and dependencies': bytesIn(join(project, 'node_modules')),
  };
  rmSync(project, { recursive: true });
  return sizes;
}

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
}
