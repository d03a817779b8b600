import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Checks types in separate programs, because a declaration in a type test would apply to all type tests. */
function problemsOf(code: string): string[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const file = `${root}test/package/consumer.ts`;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, language) =>
    name === file ? ts.createSourceFile(name, code, language) : getSourceFile(name, language);
  const program = ts.createProgram({ rootNames: [file], options, host });
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('interface merging adds the declared fields, and no others', () => {
  const problems = problemsOf(`
    import type { OrderCreateParams, Order, OutletClient } from 'outlet-open-api';
    declare module 'outlet-open-api' {
      interface Order { tableName?: string }
      interface OrderCreateParams { note?: string }
    }
    export const seen = (order: Order): string | undefined => order.tableName;
    export const ask: OrderCreateParams = { channelId: 'c', partnerInfo: { partnerChannel: 'p', orderId: 'o' }, items: [], note: 'x' };
    export const look: Awaited<ReturnType<OutletClient['orders']['get']>>['tableName'] = undefined;
    // @ts-expect-error
    export const unknown = (order: Order) => order.tableNumber;
    // @ts-expect-error
    export const typo: OrderCreateParams = { ...ask, notes: 'x' };
  `);
  expect(problems).toEqual([]);
});
