import { useCases } from '../../entities/use-case.js';
import type { Key } from '../../learn/run.js';
import { suggestion } from '../../options/suggestion.js';
import { UsageError } from '../console.js';

const usage = '--key must be use-case=NAME, where the environment variable NAME contains the token.';

/**
 * Reads the tokens from the environment variables that `--key` names, or else from OUTLET_ACCESS_TOKEN. Messages contain no names of
 * variables, because a person can type a token instead.
 * @throws UsageError if a use case is unknown, a token is repeated, or a variable is not set
 */
export function keysFrom(texts: readonly string[]): Key[] {
  if (texts.length === 0) return [{ useCase: undefined, token: process.env.OUTLET_ACCESS_TOKEN ?? '' }];
  const keys = texts.map(keyFrom);
  const repeated = keys.find(({ token }, index) =>
    keys.slice(0, index).some((other) => other.token === token),
  );
  // Otherwise, a key would seem to be able to cancel the orders of another one.
  if (repeated)
    throw new UsageError(`--key ${repeated.useCase} repeats a token. Pass the tokens of different keys.`);
  return keys;
}

function keyFrom(text: string): Key {
  const [, name = '', variable] = /^([^=]+)=([a-z_]\w*)$/i.exec(text) ?? [];
  if (variable === undefined) throw new UsageError(usage);
  const useCase = useCases.find((known) => known === name);
  if (useCase === undefined) throw new UsageError(`--key has an unknown use case. ${adviceFor(name)}`);
  const token = process.env[variable];
  if (!token) throw new UsageError(`The environment variable of --key ${useCase} is not set. ${usage}`);
  return { useCase, token };
}

function adviceFor(name: string): string {
  return suggestion(name, useCases) || `The use cases are ${useCases.join(', ')}.`;
}
