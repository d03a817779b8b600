import { layers } from '../layers.js';
import { code, tableOf } from '../markdown.js';

/** Everything in `src/`, from the bottom to the top, and what it may import. */
export function layerTable(): string {
  return tableOf(
    ['Path in `src/`', 'Contains', 'May import'],
    layers.map(({ path, contains, imports, isForNode }) => [
      code(path),
      contains,
      [...imports.map(code), ...(isForNode ? ['Node.js'] : [])].join(', '),
    ]),
  );
}
