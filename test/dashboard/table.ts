import type { Page } from 'playwright-core';

/** The text of each cell, by the header of its column. */
export type Row = Readonly<Record<string, string>>;

/** Returns the rows of a table. Without rows, the dashboard shows no table. */
export async function readTable(page: Page, name: string): Promise<Row[]> {
  const table = page.getByRole('table', { name });
  const [headers = [], ...rows] = (await table.getByRole('row').allInnerTexts()).map((text) =>
    text.split('\t'),
  );
  return rows.map((cells) =>
    Object.fromEntries(headers.map((header, index) => [header.trim(), cells[index]?.trim() ?? ''])),
  );
}
