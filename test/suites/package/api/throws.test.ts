import { expect, test } from 'vitest';
import { packedFiles, readPacked } from '../packed.js';

/** A class, up to its end. */
const classes = /^(?:export )?(?:declare )?(?:abstract )?class (\w+)[\s\S]*?^\}/gm;

/** A method with its comment. It can fail later if it returns one of these types. */
const methods =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {4}((?:\[[\w.]+\]|\w+)(?:<[^(\n]*>)?)\([\s\S]*?\): (?:OutletPromise|Promise|Paginator|AsyncIterable|AsyncGenerator)\b/g;

/** What the functions `create…` return, as interfaces. */
const objects = /^interface (OutletPool|OrderFeed|OrderCopy|Outbox)\b[\s\S]*?^\}/gm;

/** A member that is a function with a promise, with its comment. */
const functions = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {4}readonly (\w+): \([^;]*\) => [^;]*\bPromise</g;

/** The functions that never reject. */
const ofEnds = /^(?:idle|close)$/;

/** The methods that each promise has. */
const ofPromises = /^(?:then|catch|finally)\b/;

test('each public method that calls the API says what it throws', () => {
  const declarations = packedFiles().filter((file) => file.endsWith('.d.cts'));
  const found = declarations.map(readPacked).flatMap((text) =>
    [...text.matchAll(classes)].flatMap(([declaration, name]) =>
      [...declaration.matchAll(methods)]
        .filter(([, , method = '']) => !ofPromises.test(method))
        .map(([, comment = '', method]) => ({
          method: `${name}.${method}`,
          says: comment.includes('@throws'),
        })),
    ),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ says }) => !says).map(({ method }) => method)).toEqual([]);
});

test('each function of a pool, feed, copy and outbox that can fail later says what it throws', () => {
  const declarations = packedFiles().filter((file) => file.endsWith('.d.cts'));
  const found = declarations.map(readPacked).flatMap((text) =>
    [...text.matchAll(objects)].flatMap(([declaration, name]) =>
      [...declaration.matchAll(functions)]
        .filter(([, , member = '']) => !ofEnds.test(member))
        .map(([, comment = '', member]) => ({
          member: `${name}.${member}`,
          says: comment.includes('@throws'),
        })),
    ),
  );
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ says }) => !says).map(({ member }) => member)).toEqual([]);
});
