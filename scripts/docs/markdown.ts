/** Returns a Markdown table: the columns, and the cells of each row. */
export function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats text as code. */
export function code(text: string): string {
  return `\`${text}\``;
}
