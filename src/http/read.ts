import type { Issue } from '../errors/issue.js';
import { previewOf } from './body-preview.js';
import type { Endpoint } from './endpoint.js';
import { Failure } from './failure.js';
import type { Lifetime } from './lifetime.js';
import { deepestNesting, isNestedDeeper } from './nesting.js';
import { isTaken, readBody } from './read-body.js';
import { readError } from './read-error.js';
import { shapeOf } from './shape.js';

/** What stands in an answer. */
export interface Content {
  readonly data: unknown;
  /** Says what the body looks like, without any of it. */
  preview(): string;
}

/** What is read of an error answer; a larger one is known by its status alone. */
const mostErrorBytes = 2 ** 20;

/** More than any service needs and than most runtimes take. */
const mostHeaderBytes = 2 ** 16;

/** Step 6: reads an answer to its end. An error status, or a body that cannot be the answer, is a failure. */
export async function read(
  endpoint: Endpoint,
  response: Response,
  maxResponseBytes: number,
  lifetime: Lifetime,
): Promise<Content> {
  const { ok, status, headers, type } = response;
  if (type === 'opaqueredirect') throw new Failure({ kind: 'hidden-redirect' });
  if (ok && isTaken(response)) throw new Failure({ kind: 'body-taken' });
  const most = ok ? maxResponseBytes : Math.min(maxResponseBytes, mostErrorBytes);
  const text = await readText(response, most, lifetime);
  const preview = () => previewOf(response, text);
  const wrong = (issues: readonly Issue[], broken = false) =>
    new Failure({ kind: 'wrong-body', status, issues, bodyPreview: preview(), broken });
  const wrongBody = (message: string, broken?: boolean) => wrong([{ path: '', message }], broken);

  if (sizeOf(headers) > mostHeaderBytes)
    throw wrongBody(`the headers are larger than ${mostHeaderBytes} bytes`);
  if (!ok) throw new Failure({ kind: 'error-answer', response, error: readError(response, text) });
  if (text === undefined) throw wrongBody(`the body is larger than maxResponseBytes (${maxResponseBytes})`);
  if (endpoint.answer === 'anything' && text === '') return { data: undefined, preview };

  const json = parse(text);
  if (json === undefined) throw wrongBody('the body is no JSON', true);
  if (isNestedDeeper(json, deepestNesting)) {
    throw wrongBody(`the body is nested deeper than ${deepestNesting} levels`);
  }
  const shape = shapeOf(json, endpoint.answer);
  if ('issues' in shape) throw wrong(shape.issues);
  return { data: shape.data, preview };
}

async function readText(response: Response, most: number, lifetime: Lifetime): Promise<string | undefined> {
  if (isTaken(response)) return undefined;
  try {
    return await readBody(response, most, lifetime);
  } catch (cause) {
    lifetime.throwIfAborted();
    throw new Failure({ kind: 'broken-answer', cause });
  }
}

function sizeOf(headers: Headers): number {
  let size = 0;
  for (const [name, value] of headers) size += name.length + value.length;
  return size;
}

/** `undefined` stands for no JSON, as no JSON text means it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
