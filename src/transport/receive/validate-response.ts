import { untilAborted } from '../../cancellation.js';
import type { CallContext } from '../call-context.js';
import type { FetchResponse } from '../fetch-function.js';
import { invalidResponse } from './error-response.js';
import type { Coverage } from './find-mismatches.js';
import type { ReadResponse } from './read-response.js';

type FindMismatches = typeof import('./find-mismatches.js')['findMismatches'];

let findMismatches: FindMismatches | undefined;

async function loadFindMismatches(): Promise<FindMismatches> {
  findMismatches = (await import('./find-mismatches.js')).findMismatches;
  return findMismatches;
}

/** The maximum number of issues in a `ResponseValidationError`. Each of thousands of records can have the same one. */
const maxIssues = 100;

/**
 * Compares the data of responses with the schemas, and never changes it. In lenient mode, mismatches are reported. In strict
 * mode, everything is checked, and a mismatch rejects the call. The schemas load with the first check, to keep startup fast.
 */
export class ResponseValidator {
  /** By the id of the operation. */
  readonly #coverage: Record<string, Coverage> = {};

  /** @throws ResponseValidationError in strict mode */
  async validate(call: CallContext, response: FetchResponse, { data, text }: ReadResponse): Promise<void> {
    const { settings, endpoint, cancellation } = call;
    const { responseValidation, reporter } = settings;
    if (responseValidation === 'off' || endpoint.responseKind === 'anything') return;
    const isStrict = responseValidation === 'strict';
    const find =
      findMismatches ?? (await untilAborted(loadFindMismatches(), cancellation).catch(() => undefined));
    if (!find) {
      // The response is complete, so a call that ends while the schemas load still resolves, unless it is strict.
      if (isStrict) throw unvalidated(call, response, text);
      if (!cancellation.aborted)
        reporter.warn(
          'schemas',
          "The response schemas could not be loaded, so responses are not validated. Deploy all files of outlet-open-api and its dependency zod, or set responseValidation to 'off'.",
        );
      return;
    }
    if (isStrict) {
      const issues = find(endpoint, data, undefined).slice(0, maxIssues);
      if (issues.length > 0) throw invalidResponse(call, response, text, 'performed', { issues });
      return;
    }
    this.#coverage[endpoint.id] ??= { entities: 0, samples: 0 };
    for (const issue of find(endpoint, data, this.#coverage[endpoint.id]))
      reporter.schemaMismatch({ operation: endpoint.id, ...issue });
  }
}

function unvalidated(call: CallContext, response: FetchResponse, text: string): Error {
  const message = call.cancellation.aborted
    ? 'the call ended before the response was validated'
    : 'the response schemas could not be loaded';
  return invalidResponse(call, response, text, 'performed', { issues: [{ path: '', message }] });
}
