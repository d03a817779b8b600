/**
 * Leaves each declaration in one report: in those of the subpaths that export it, and otherwise in the first that meets it, as a
 * type that a public one names. So a change of an order is seen in one place.
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

/** What stands between empty lines: a declaration with its tag, or what is around them. */
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
