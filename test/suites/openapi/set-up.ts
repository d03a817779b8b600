import { mkdirSync, writeFileSync } from 'node:fs';
import { installPackages } from '../../support/installing/install-packages.js';

/** Installs the packages, and generates the types of the client, which Git ignores. */
export default async function setUp(): Promise<void> {
  installPackages(new URL('.', import.meta.url));
  const { default: typesOf, astToString } = await import('openapi-typescript');
  const types = await typesOf(new URL('../../../docs/openapi.json', import.meta.url));
  const folder = new URL('generated/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('api.ts', folder), astToString(types));
}
