import { type UseCase, useCases } from '../../entities/use-case.js';
import { httpUrl } from '../arguments.js';
import { UsageError } from '../console.js';

const option = '--webhook-url';

/**
 * Parses the values of `--webhook-url`: `URL` for all use cases, or `USE-CASE=URL`, which takes precedence.
 * @throws UsageError if a use case is unknown, or a URL is invalid
 */
export function parseWebhookUrls(texts: readonly string[]): Partial<Record<UseCase, string>> {
  const urls = texts.map(parseWebhookUrl);
  const general = urls.findLast(({ useCase }) => useCase === undefined);
  const entries = useCases.flatMap((useCase) => {
    const found = urls.findLast((url) => url.useCase === useCase) ?? general;
    return found ? [[useCase, found.url]] : [];
  });
  return Object.fromEntries(entries);
}

function parseWebhookUrl(text: string): { useCase: UseCase | undefined; url: string } {
  // The query of a URL can contain an equals sign.
  const [, name, rest = ''] = /^([^:/=]*)=(.*)$/.exec(text) ?? [];
  if (name === undefined) return { useCase: undefined, url: httpUrl(option, text).href };
  const useCase = useCases.find((known) => known === name);
  if (useCase === undefined) {
    throw new UsageError(
      `${option}: ${JSON.stringify(name)} is not a use case. The use cases are ${useCases.join(', ')}.`,
    );
  }
  return { useCase, url: httpUrl(option, rest).href };
}
