import type { ComponentChildren } from 'preact';
import { Empty } from './page.js';
import { Scroll } from './scroll.js';

export interface Column<Row> {
  header: string;
  cell(row: Row): ComponentChildren;
  /** `end` for numbers and buttons. */
  align?: 'end';
  /** Whether the cell names the row. Default: the first column does. */
  isRowHeader?: boolean;
  /** Whether the cells have buttons, so that only screen readers need the header. */
  isActions?: boolean;
  /** Lets long text break, instead of keeping it on one line. */
  wrap?: boolean;
  /** Cuts long text with an ellipsis. The column takes the space that the others leave. */
  clip?: boolean;
}

/** Returns the column of the buttons of a row. */
export function actionsColumn<Row>(cell: Column<Row>['cell']): Column<Row> {
  return { header: 'Actions', isActions: true, align: 'end', cell };
}

interface TableProps<Row> {
  /** What the table contains, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Identifies a row. Default: its index. */
  keyOf?(row: Row): string | number;
  /** What to show if there are no rows. */
  empty?: ComponentChildren;
}

/** A table. In a narrow window, the cells of a row are below each other, each with its header. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <Scroll label={caption}>
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" class={column.align ?? ''}>
                <span class={column.isActions === true ? 'visually-hidden' : ''}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf?.(row) ?? index}>
              {columns.map((column, position) => (
                <Cell key={column.header} column={column} isFirst={position === 0}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  isFirst: boolean;
  children: ComponentChildren;
}

function Cell<Row>({ column, isFirst, children }: CellProps<Row>) {
  const names = `${column.align ?? ''} ${column.wrap === true ? 'wrap' : ''} ${column.clip === true ? 'clip' : ''}`;
  return (column.isRowHeader ?? isFirst) ? (
    <th scope="row" class={names}>
      {children}
    </th>
  ) : (
    <td class={names} data-header={column.isActions ? undefined : column.header}>
      {children}
    </td>
  );
}
