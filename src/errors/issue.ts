/** What is wrong with one field of an input or a response. It names the field and the rule, never the value. */
export interface Issue {
  /** The path of the field, such as `items[0].quantity`. Empty for the whole value. */
  readonly path: string;
  /** What is wrong, such as `must be a non-empty string`. */
  readonly message: string;
}

/** The result of a check: `true`, the problem, such as `must be a function`, or the issues of the fields. */
export type Verdict = true | string | readonly Issue[];

const maxListed = 20;

/** Returns a message that lists issues: one on the same line, or several with a line each. */
export function messageWithIssues(what: string, issues: readonly Issue[], advice = ''): string {
  const lines = issues
    .slice(0, maxListed)
    .map(({ path, message }) => (path ? `\`${path}\` ${message}` : message));
  if (issues.length === 1) return `${what}: ${lines[0]}. ${advice}`.trim();
  if (issues.length > maxListed) lines.push(`and ${issues.length - maxListed} more`);
  return [`${what}:`, ...lines.map((line) => `- ${line}`), advice].join('\n').trim();
}

/** Appends a step to a field path: `items` and `0` to `items[0]`, `items[0]` and `quantity` to `items[0].quantity`. */
export function joinPath(path: string, step: string | number): string {
  const name = /^\d+$/.test(`${step}`) ? `[${step}]` : `${step}`;
  return path === '' || name === '' || name.startsWith('[') ? path + name : `${path}.${name}`;
}

/** Returns a key as an error may show it. A key can be data itself, such as an email address. */
export function redactKey(key: string): string {
  return /^[a-z_$][\w$-]{0,47}$/i.test(key) && !/\d{5}/.test(key) ? key : '[redacted]';
}

/** Returns text of a stranger as it can be printed: in one line, and without characters that control the terminal. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}

/** Returns the issues of all verdicts, by the name of the field. */
export function issuesIn(verdicts: Readonly<Record<string, Verdict>>): Issue[] {
  return Object.entries(verdicts).flatMap(([name, verdict]) => {
    if (verdict === true) return [];
    if (typeof verdict === 'string') return [{ path: name, message: verdict }];
    return verdict.map(({ path, message }) => ({
      path: `${name}${/^\[\d/.test(path) ? '' : '.'}${path}`,
      message,
    }));
  });
}
