import type { ClientModule } from './client.js';
import type { ClientName } from './names.js';

/** Loads one client and no other: nobody pays for what another brings along, and ours runs where no peer is installed. */
export async function loadClient(name: ClientName): Promise<ClientModule> {
  const folder = name.startsWith('ours') ? '.' : './peers';
  return import(`${folder}/${name}.js`);
}
