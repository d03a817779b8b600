import type { ClientModule } from './client.js';
import type { ClientName } from './names.js';

/** Loads only this client, so that no client pays for the packages of another, and ours runs without the peers. */
export async function loadClient(name: ClientName): Promise<ClientModule> {
  const folder = name.startsWith('ours') ? '.' : './peers';
  return import(`${folder}/${name}.js`);
}
