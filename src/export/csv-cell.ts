/** A value as the text of a CSV cell, not quoted yet. */
export function cellText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      // What UTF-8 cannot hold, and what databases and parsers of CSV take for the end of a text.
      return value.toWellFormed().replaceAll('\0', '\ufffd');
    case 'number':
      return Number.isFinite(value) ? plainDecimal(value) : '';
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value === null ? '' : jsonText(value);
  }
}

/** Lists and objects are JSON. What is text, a number or nothing in JSON is a cell like others: a `Date` has no quotes of its own. */
function jsonText(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return /^[[{]/.test(json) ? json : cellText(JSON.parse(json));
}

/** As JSON has it, but never with an exponent, which some importers of money take for text. */
function plainDecimal(value: number): string {
  const parts = /^(-?)(\d)\.?(\d*)e([+-]\d+)$/.exec(String(value));
  if (!parts) return String(value);
  const [, sign = '', first = '', rest = '', exponent] = parts;
  const digits = first + rest;
  const shift = Number(exponent);
  return sign + (shift < 0 ? `0.${'0'.repeat(-shift - 1)}${digits}` : digits.padEnd(shift + 1, '0'));
}

/**
 * Where a spreadsheet could see the beginning of a formula: where the cell begins and, as one that is set to another separator
 * begins a cell there, behind `;`, tabs and ends of lines. Blanks and quotes in front do not hide it. Each run of them is looked at
 * once, so that no text takes long.
 */
const formulas = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\p{Z}\p{Cf}"]*[=+\-@＝＋－＠])/gu;

const negativeNumber = /^-\d+(?:\.\d+)?$/;

/** Puts an apostrophe in front of what a spreadsheet would calculate. Negative numbers stay: they calculate to themselves. */
export function guarded(text: string): string {
  return negativeNumber.test(text) ? text : text.replace(formulas, "'");
}

/** Quotes what would end a cell. RFC 4180, section 2, rules 5 to 7. */
export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
