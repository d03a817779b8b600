import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkVerification } from '../../verify/check-verification.js';
import type { Verification } from '../../verify/verification.js';
import { VerificationError } from '../../verify/verification-error.js';
import { UsageError } from '../console.js';

const defaultFiles = ['outlet-verify.config.mjs', 'outlet-verify.config.ts'];

/** Loads the configuration file. @throws UsageError if there is none, or it is invalid */
export async function loadConfig(
  file: string | undefined,
): Promise<{ readonly path: string; readonly verification: Verification }> {
  const found = (file === undefined ? defaultFiles : [file]).find((name) => existsSync(name));
  if (found === undefined) {
    const missing = file ?? defaultFiles[0];
    throw new UsageError(
      `There is no file ${missing}. Create it with --init <use-case>, or pass --config <file>.`,
    );
  }
  const path = resolve(found);
  const module = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new UsageError(`${found} cannot be loaded: ${reasonOf(error)}`, { cause: error });
  });
  try {
    const verification: unknown = module.default;
    checkVerification(verification);
    return { path, verification };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new UsageError(`${found}: ${error.message}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isUnknownExtension = 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
  return isUnknownExtension
    ? `Node.js ${process.versions.node} cannot load TypeScript. Use Node.js 22.18 or later, or name the file outlet-verify.config.mjs.`
    : error.message;
}
