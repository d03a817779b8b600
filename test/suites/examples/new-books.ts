import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FakeOutlet } from 'outlet-open-api/testing';
import { expect, onTestFinished } from 'vitest';
import { serve } from '../../../examples/restaurant/serve.js';
import { newFolder } from '../../support/new-folder.js';
import { bundled } from '../../support/running/bundled.js';

const killAt = new URL('kill-at.mjs', import.meta.url).href;

/** The outlet of books. */
interface Place {
  /** Default: `bistro-1`. */
  readonly outletRef?: string;
  readonly outletId?: string;
  /** The folder of the books of all outlets. Default: a new folder. */
  readonly data?: string;
}

/** Serves an outlet on a port. Returns its books in a folder, and the program of examples/accounting that keeps them. */
export async function newBooks(
  program: URL,
  settings: Readonly<Record<string, string>>,
  fake: FakeOutlet,
  { outletRef = 'bistro-1', outletId, data }: Place = {},
) {
  const api = await serve(fake.fetch);
  onTestFinished(api.close);
  const bundle = await bundled(program);
  const dataFolder = data ?? (await newFolder());
  const folder = join(dataFolder, outletRef);
  const start = (
    preloads: readonly string[] = [],
    environment: NodeJS.ProcessEnv = {},
    args: readonly string[] = [],
  ) =>
    spawn(process.execPath, [...preloads, bundle, ...args], {
      env: {
        ...process.env,
        OUTLET_BASE_URL: api.url,
        OUTLET_ACCESS_TOKEN: fake.key('order-data').token,
        DATA_FOLDER: dataFolder,
        OUTLET_REF: outletRef,
        OUTLET_ID: outletId,
        CURRENCY: 'THB',
        ...settings,
        ...environment,
      },
    });
  return {
    folder,
    /** Runs the program to its end. */
    async run(...args: readonly string[]) {
      const child = start([], {}, args);
      const [output, errors] = [text(child.stdout), text(child.stderr)];
      const [code] = await once(child, 'close');
      return { code, output: await output, errors: await errors };
    },
    /** Runs the program, and kills it when a folder of the books has this many files. */
    async kill(name: string, files: number): Promise<void> {
      const child = start(['--import', killAt], {
        KILL_AT_FOLDER: join(folder, name),
        KILL_AT_FILES: String(files),
      });
      const errors = text(child.stderr);
      child.stdout.resume();
      const [code, signal] = await once(child, 'close');
      expect({ code, signal }, await errors).toEqual({ code: null, signal: 'SIGKILL' });
    },
  };
}
