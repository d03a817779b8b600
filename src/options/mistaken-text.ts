/** What a setup can put in the place of a token, a secret or a URL. */
const mistakes: readonly (readonly [pattern: RegExp, problem: (noun: string) => string])[] = [
  [
    /^(["']).*\1$/s,
    () => 'is in quotes: remove them, because docker --env-file makes them a part of the value',
  ],
  [/^(?:undefined|null)$/, () => 'is the text undefined or null: set the variable that it comes from'],
  [/^\[object \w+\]$/, (noun) => `is the text of an object: pass only the ${noun} in it`],
  [
    /^(?:<.*>|\{\{.*\}\}|%\w+%|\$\w+|\$\{.*\}|\*+|x{3,}|your[-_ ].*)$/is,
    (noun) => `is a placeholder: replace it with the ${noun}`,
  ],
  [/^(?:\{|\[).*(?:\}|\])$/s, (noun) => `is JSON: pass only the ${noun} in it`],
];

/**
 * Returns what is wrong with a text that cannot be a token, a secret or a URL, without the text.
 * @param noun - what it must be, such as `secret`
 */
export function mistakeIn(text: string, noun: string): string | undefined {
  return mistakes.find(([pattern]) => pattern.test(text))?.[1](noun);
}
