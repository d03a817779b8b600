/** A line of JSON with the path of its value, such as `items[0].quantity`. */
export interface JsonLine {
  readonly path: string;
  readonly text: string;
}

/** A string, a mark, or another value. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"\s]+/g;

/** Returns JSON as lines with indentation. Unlike `JSON.parse`, it keeps repeated fields and all digits of a number. */
export function jsonLines(json: string): JsonLine[] {
  const lines: JsonLine[] = [];
  const parents: { index?: number; name?: string }[] = [];
  let text = '';
  let previous = '';

  function pathOf(): string {
    const steps = parents.map(({ index, name }) => (index === undefined ? `.${name}` : `[${index}]`));
    return steps.join('').replace(/^\./, '');
  }

  function endLine(): void {
    lines.push({ path: pathOf(), text });
    text = '  '.repeat(parents.length);
  }

  for (const [token] of json.matchAll(tokens)) {
    const parent = parents.at(-1);
    if (token === '}' || token === ']') {
      const isEmpty = previous === '{' || previous === '[';
      if (!isEmpty) endLine();
      parents.pop();
      text = (isEmpty ? (lines.pop()?.text ?? '') : '  '.repeat(parents.length)) + token;
    } else if (token === '{' || token === '[') {
      text += token;
      endLine();
      parents.push(token === '[' ? { index: 0 } : {});
      text = '  '.repeat(parents.length);
    } else if (token === ',') {
      text += token;
      endLine();
      if (parent?.index !== undefined) parent.index += 1;
    } else if (token === ':') {
      text += ': ';
      if (parent) parent.name = JSON.parse(previous);
    } else text += token;
    previous = token;
  }
  endLine();
  return lines;
}
