import { untilAborted } from '../timers.js';
import { previewOf } from './body-preview.js';
import type { Endpoint } from './endpoint.js';
import { Failure } from './failure.js';
import { readError } from './read-error.js';
import { shapeOf } from './shape.js';

/** What stands in an answer. */
export interface Content {
  readonly data: unknown;
  /** Says what the body looks like, without any of it. */
  preview(): string;
}

/** Step 6: reads an answer to its end. An error status, or a body that cannot be the answer, is a failure. */
export async function read(endpoint: Endpoint, response: Response, signal: AbortSignal): Promise<Content> {
  if (response.type === 'opaqueredirect') throw new Failure({ kind: 'hidden-redirect' });
  const text = await readText(response, signal);
  if (!response.ok) throw new Failure({ kind: 'error-answer', response, error: readError(response, text) });
  const preview = () => previewOf(response, text);
  if (endpoint.answer === 'anything' && text === '') return { data: undefined, preview };

  const { status } = response;
  const json = parse(text);
  if (json === undefined) {
    const issues = [{ path: '', message: 'the body is no JSON' }];
    throw new Failure({ kind: 'wrong-body', status, issues, bodyPreview: preview(), broken: true });
  }
  const shape = shapeOf(json, endpoint.answer);
  if ('issues' in shape) {
    throw new Failure({
      kind: 'wrong-body',
      status,
      issues: shape.issues,
      bodyPreview: preview(),
      broken: false,
    });
  }
  return { data: shape.data, preview };
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return await untilAborted(response.text(), signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new Failure({ kind: 'no-answer', cause });
  }
}

/** `undefined` stands for no JSON, as no JSON text means it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
