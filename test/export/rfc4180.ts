/** What ends a cell, and one cell in front of it: quoted, where each quote inside is doubled, or plain. RFC 4180, section 2. */
const nextCell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

/** The rows of a text that keeps to the grammar of RFC 4180 to the letter; whatever else is thrown. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  nextCell.lastIndex = 0;
  while (nextCell.lastIndex < text.length) {
    const from = nextCell.lastIndex;
    const [, quoted, plain = '', end] = nextCell.exec(text) ?? [];
    if (end === undefined)
      throw new Error(`No cell of RFC 4180: ${JSON.stringify(text.slice(from, from + 40))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error('The last row has no end');
  return rows;
}
