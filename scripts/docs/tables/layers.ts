import { importsOfLayer, layers } from '../layers.js';
import { code, tableOf } from '../markdown.js';

/** Everything in `src/`, from the bottom to the top, and what it imports. */
export function layerTable(): string {
  const rows = layers.map((layer) => {
    const { path, contains, isForNode = false } = layer;
    const imports = importsOfLayer(layer).filter((name) => !(isForNode && name.startsWith('node:')));
    return [code(path), contains, [...imports.map(code), ...(isForNode ? ['Node.js'] : [])].join(', ')];
  });
  return tableOf(['Path in `src/`', 'Contains', 'Imports'], rows);
}
