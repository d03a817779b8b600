import { expect, test } from 'vitest';
import { takingOptions } from '../../unit/fuzz/public-functions.js';
import { optionArguments } from './option-members.js';

const taken = optionArguments();

test.each(takingOptions.map((taker) => [taker.name, taker] as const))(
  '%s rejects each of its options if its name is misspelled',
  async (name, { valid, call }) => {
    const found = taken.get(name) ?? expect.fail(`${name} takes no options`);
    for (const { position, members } of found) {
      for (const misspelled of members.flatMap(misspellingsOf).filter((name) => !members.includes(name))) {
        const input = [...valid];
        input[position] = Object.assign({}, input[position], { [misspelled]: 1 });
        const error = await Promise.resolve()
          .then(() => call(...input))
          .catch((reason: unknown) => reason);
        expect(error, misspelled).toBeInstanceOf(Error);
        expect(String(error), misspelled).toContain(`\`${misspelled}\` is not `);
      }
    }
  },
);

test('every public function with options is in the list', () => {
  expect(takingOptions.map(({ name }) => name).sort()).toEqual([...taken.keys()].sort());
});

function misspellingsOf(name: string): string[] {
  return [
    name.replace(/^./, (first) => first.toUpperCase()),
    name.toUpperCase(),
    name.replace(/[A-Z]|.$/, (letter) => `_${letter.toLowerCase()}`),
    name.replace(/.$/, '$&$&'),
    name.replace(/^(.)(.)/, '$2$1'),
  ];
}
