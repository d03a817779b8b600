import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { type Entry, readEntries, unpacked } from '../packed.js';
import { withoutShared } from './shared-declarations.js';

/** The folder of the reports in the repository. */
export const reportFolder = new URL('../../../../docs/internals/api/', import.meta.url);

const silent = { logLevel: ExtractorLogLevel.None };

/** Returns the report of each subpath by file name: all public names, without docs. */
export function apiReports(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'api-reports-'));
  const [first, ...others] = readEntries().map((entry) => ({ entry, config: configFor(entry, folder) }));
  if (!first) throw new Error('The package has no subpath');
  const all = [first, ...others];
  const additionalEntryPoints = others.map(({ config }) => config.mainEntryPointFilePath);
  const compilerState = CompilerState.create(first.config, { additionalEntryPoints });
  for (const { config } of all)
    Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
  const reports = all.map(({ entry, config }): [string, string] => {
    return [`${entry.name}.api.md`, readFileSync(config.reportFilePath, 'utf8')];
  });
  rmSync(folder, { recursive: true });
  return withoutShared(new Map(reports));
}

function configFor(entry: Entry, folder: string): ExtractorConfig {
  const projectFolder = fileURLToPath(unpacked);
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder,
      mainEntryPointFilePath: join(projectFolder, entry.import.types),
      compiler: { overrideTsconfig: { compilerOptions, include: ['dist/*.d.ts'] } },
      newlineKind: 'lf',
      apiReport: {
        enabled: true,
        reportFileName: entry.name,
        reportFolder: folder,
        reportTempFolder: join(folder, 'made'),
        // Users see types that public types name, even if they are not exported.
        includeForgottenExports: true,
      },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        // Warnings contain line numbers and file names that change with each build.
        extractorMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
      },
    },
  });
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  strict: true,
  types: ['node'],
};

/** Throws errors, and ignores that a report is new or has changed. */
function messageCallback(message: { logLevel: ExtractorLogLevel; text: string; handled: boolean }): void {
  if (message.logLevel === ExtractorLogLevel.Error) throw new Error(message.text);
  message.handled = true;
}
