import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { sourceAlias } from '../../support/running/source-alias.js';

/** An argument that contains options. */
export interface OptionArgument {
  readonly position: number;
  /** The names of the options. */
  readonly members: readonly string[];
}

/** The types of options whose names do not say so. */
const otherTypes = ['NewKey', 'NewOutlet', 'RawRequest', 'Fault', 'TestEvent'];

/** Finds the options of each public function and method that takes some, by its name, such as `Orders.list`. */
export function optionArguments(): ReadonlyMap<string, readonly OptionArgument[]> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    fileURLToPath(new URL('../../../', import.meta.url)),
  );
  const entries = sourceAlias.map(({ replacement }) => replacement);
  const program = ts.createProgram(entries, options);
  const checker = program.getTypeChecker();
  const found = new Map<string, OptionArgument[]>();

  function addFunction(name: string, signatures: readonly ts.Signature[]): void {
    const positions = new Map<number, ts.Type[]>();
    for (const { parameters, declaration } of signatures) {
      if (declaration && ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'internal'))
        continue;
      for (const [position, parameter] of parameters.entries()) {
        const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
        const typeName = (type.aliasSymbol ?? type.symbol)?.name ?? '';
        const hasOptions =
          ['options', 'query'].includes(parameter.name) ||
          typeName.endsWith('Options') ||
          otherTypes.includes(typeName);
        if (hasOptions && typeName !== 'ErrorOptions')
          positions.set(position, [...(positions.get(position) ?? []), type]);
      }
    }
    const taken = Array.from(positions, ([position, types]) => {
      const parts = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
      return {
        position,
        members: [...new Set(parts.flatMap((part) => part.getProperties()).map(({ name }) => name))],
      };
    });
    if (taken.length > 0) found.set(name, taken);
  }

  function addMembers(owner: ts.Symbol): void {
    for (const member of checker.getDeclaredTypeOfSymbol(owner).getProperties()) {
      if (member.name.includes('#')) continue;
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(member));
      addFunction(`${owner.name}.${member.name}`, type.getCallSignatures());
    }
  }

  for (const entry of entries) {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const type = checker.getTypeOfSymbol(symbol);
      addFunction(symbol.name, [...type.getCallSignatures(), ...type.getConstructSignatures()]);
      if (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) addMembers(symbol);
    }
  }
  return found;
}
