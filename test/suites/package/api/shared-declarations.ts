/**
 * Keeps each declaration in one report only: in the reports of the subpaths that export it. A type that is not exported stays in the
 * first report that contains it. A change of an order then shows in one place.
 */
export function withoutShared(reports: ReadonlyMap<string, string>): Map<string, string> {
  const seen = new Set([...reports.values()].flatMap(partsOf).filter(isExported).map(asInternal));
  const isNew = (declaration: string) => !seen.has(declaration) && seen.add(declaration);
  return new Map(
    [...reports].map(([file, report]) => {
      const parts = partsOf(report).filter((part) => isExported(part) || !isInternal(part) || isNew(part));
      return [file, parts.join('\n\n')];
    }),
  );
}

/** Splits a report at empty lines: into declarations with their tags, and the text around them. */
function partsOf(report: string): string[] {
  return report.split('\n\n');
}

const tag = /^\/\/ @public.*\n/;
const exporting = /^(\/\/ @public.*\n)export /;

function isExported(part: string): boolean {
  return exporting.test(part);
}

function isInternal(part: string): boolean {
  return tag.test(part) && !isExported(part);
}

function asInternal(declaration: string): string {
  return declaration.replace(exporting, '$1');
}
