import ts from 'typescript';
import { tableOf } from '../markdown.js';
import { type Documented, declarationsIn, firstSentence } from '../source.js';

/** How many of the constant's units make one of the shown ones. */
const units = { '': 1, days: 1, pages: 1, characters: 1, s: 1_000, h: 3_600_000, KiB: 2 ** 10, MB: 2 ** 20 };

/** A limit: a constant of the source, whose comment says what it bounds. */
interface Limit {
  readonly file: string;
  readonly constant: string;
  readonly unit?: keyof typeof units;
}

const ofTheApi: readonly Limit[] = [
  { file: 'rate-limit/stated-limit', constant: 'defaultLimit' },
  { file: 'operations/operation', constant: 'maxRangeDays', unit: 'days' },
  { file: 'fake/endpoints/pages', constant: 'fullPage' },
  { file: 'fake/service/idempotency', constant: 'retentionMs', unit: 'h' },
  { file: 'fake/endpoints/photos', constant: 'maxPhotoBytes', unit: 'MB' },
];

const ofTheClient: readonly Limit[] = [
  { file: 'rate-limit/stated-limit', constant: 'maxStatedLimit' },
  { file: 'transport/outcomes', constant: 'maxRequestedWait', unit: 's' },
  { file: 'lists/prefetch', constant: 'maxBuffered', unit: 'pages' },
  { file: 'transport/receive/find-next', constant: 'maxCursorLength', unit: 'characters' },
  { file: 'transport/receive/read-response', constant: 'maxErrorBytes', unit: 'KiB' },
  { file: 'transport/receive/find-items', constant: 'maxRecords' },
];

/** What the API allows, and what the client limits itself. */
export function limits(): string {
  return tableOf(
    ['Limit', 'Value', 'Set by'],
    [
      ...limitsOfTheApi().map((row) => [...row, 'The API']),
      ...ofTheClient.map((limit) => [...rowOf(limit), 'The client']),
    ],
  );
}

/** Returns the limits of the API: the text and the value of each. */
export function limitsOfTheApi(): [string, string][] {
  return ofTheApi.map(rowOf);
}

function rowOf({ file, constant, unit = '' }: Limit): [string, string] {
  const found = declarationsIn(`src/${file}.ts`).find(({ name }) => name === constant);
  if (found === undefined) throw new Error(`src/${file}.ts has no documented constant ${constant}`);
  const value = (numberOf(found) / units[unit]).toLocaleString('en-US');
  return [firstSentence(found), `${value} ${unit}`.trim()];
}

function numberOf({ name, node }: Documented): number {
  const value = ts.isVariableDeclaration(node) && node.initializer ? evaluate(node.initializer) : Number.NaN;
  if (!Number.isFinite(value)) throw new Error(`The constant ${name} is not a number`);
  return value;
}

/** Evaluates a number, a product such as `24 * 60`, or a power such as `2 ** 16`. */
function evaluate(node: ts.Expression): number {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isBinaryExpression(node)) return Number.NaN;
  const [left, right] = [evaluate(node.left), evaluate(node.right)];
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    default:
      return Number.NaN;
  }
}
