/** A cell and what ends it. The cell is quoted, with each inner quote doubled, or plain. RFC 4180, section 2. */
const nextCell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

/** Returns the rows of a CSV text. Throws if the text breaks the grammar of RFC 4180. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  nextCell.lastIndex = 0;
  while (nextCell.lastIndex < text.length) {
    const from = nextCell.lastIndex;
    const [, quoted, plain = '', end] = nextCell.exec(text) ?? [];
    if (end === undefined)
      throw new Error(`Not a cell of RFC 4180: ${JSON.stringify(text.slice(from, from + 40))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error('The last row does not end');
  return rows;
}
