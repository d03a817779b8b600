/** Returns a Markdown table: the columns, and the cells of each row. */
export function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats text as code. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Joins alternatives: `a`, `b` or `c`. */
export function anyOf(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}
