import { RepeatGuard } from '../../lists/repeat-guard.js';
import type { CallInput, Operation } from '../../operations/operation.js';
import type { CallOptions } from '../../transport/call-options.js';
import { OutletPromise, type WithResponse } from '../../transport/outlet-promise.js';
import type { PageData } from '../../transport/receive/read-page.js';
import type { Transport } from '../../transport/transport.js';

/**
 * Lists all records of an operation without a date range. The API specification defines no pages for it, but the client follows a next
 * cursor. The response and its metadata are those of the last page.
 */
export function listAll<T>(
  transport: Transport,
  operation: Operation,
  input: CallInput,
  options: CallOptions = {},
): OutletPromise<T[]> {
  const startedAt = performance.now();
  const guard = new RepeatGuard(operation.id, undefined, transport.cursorParamOf(operation));

  async function list(): Promise<WithResponse<T[]>> {
    const records: T[] = [];
    let page = await transport.call<PageData<T>>(operation, input, options).withResponse();
    for (let cursor: string | null = null; ; ) {
      const { items, next } = page.data;
      guard.add(cursor, items, next);
      records.push(...items);
      if (next === null) return { ...page, data: records };
      cursor = next;
      // The deadline covers all pages.
      const deadline = startedAt + (options.deadline ?? transport.deadline) - performance.now();
      const pageOptions = { ...options, deadline: Math.max(1, deadline) };
      page = await transport.call<PageData<T>>(operation, input, pageOptions, cursor).withResponse();
    }
  }

  return new OutletPromise(list(), undefined);
}
