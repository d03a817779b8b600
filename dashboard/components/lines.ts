/** A line of a text. */
interface Line {
  /** In JSON, the path of the value, such as `items[0].quantity`. In other texts, the line. */
  readonly path: string;
  readonly text: string;
}

/** A string, a mark, or another value. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"\s]+/g;

/** Returns the lines of a text; JSON has indentation. Unlike `JSON.parse`, it keeps repeated fields and all digits of a number. */
export function linesOf(text: string): Line[] {
  if (isJson(text)) return jsonLines(text);
  return text.split('\n').map((line) => ({ path: line, text: line }));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function jsonLines(json: string): Line[] {
  const lines: Line[] = [];
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
