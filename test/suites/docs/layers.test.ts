import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { files, importsOf, importsOfLayer, layerOf, layers } from '../../../scripts/docs/layers.js';

/** Who may import the client and the fake, whose other files are their own matter. */
const importers: readonly (readonly [path: string, by: readonly string[]])[] = [
  ['fake/index.ts', ['testing/', 'emulator/', 'learn/', 'command-line/']],
  ['fake/', []],
  ['client/client.ts', ['webhooks/', 'sync/', 'index.ts', 'learn/', 'command-line/']],
  ['client/', ['index.ts', 'command-line/']],
];

describe('the layers of src', () => {
  test('contain every file', () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  test.each(layers.map((layer, index) => ({ ...layer, layer, index })))(
    '$path imports nothing below it in the list, so no import climbs',
    ({ layer, index }) => {
      const above = ['node:diagnostics_channel', ...layers.slice(0, index).map(({ path }) => path)];
      const climbing = importsOfLayer(layer).filter(
        (path) => !above.includes(path) && !(layer.isForNode && path.startsWith('node:')),
      );
      expect(climbing).toEqual([]);
    },
  );

  test('import of the client and the fake only what they may', () => {
    const forbidden = files.flatMap((file) =>
      importsOf(file).filter((imported) => {
        const layer = layerOf(file);
        const [, by] = importers.find(([path]) => imported.startsWith(path)) ?? [];
        return by && layer !== layerOf(imported) && !by.includes(layer?.path ?? '');
      }),
    );
    expect(forbidden).toEqual([]);
  });

  test('transport/receive reads a response without knowing how its request was sent', () => {
    const reading = files.filter((file) => file.startsWith('transport/receive/'));
    expect(reading.flatMap(importsOf).filter((path) => path.startsWith('transport/send/'))).toEqual([]);
  });

  test('the dashboard imports only the contract of the emulator, entities, and the door of the fake', () => {
    const allowed = ['emulator/contract/', 'entities/', 'fake/index.ts'];
    const folder = new URL('../../../dashboard/', import.meta.url);
    const imported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => importsOf(`../dashboard/${path}`))
      .map((path) => path.replace('../src/', ''))
      .filter((path) => files.includes(path));
    expect(imported).not.toEqual([]);
    expect(imported.filter((path) => !allowed.some((other) => path.startsWith(other)))).toEqual([]);
  });
});
