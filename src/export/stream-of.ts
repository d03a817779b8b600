import { assertValid } from '../errors/request-validation-error.js';

/**
 * A stream of what an iterable gives, one by one and only as it is asked for: `ReadableStream.from`, also for browsers that have none
 * and for types that know of none. Whoever cancels it ends the walk.
 *
 * @param records - such as `outlet.orders.list(…)`, or a list
 * @throws RequestValidationError where it cannot be walked
 *
 * @example
 * ```ts
 * return new Response(streamOf(outlet.orders.list({ from, to })).pipeThrough(csv(orderTable)));
 * ```
 */
export function streamOf<Value>(records: AsyncIterable<Value> | Iterable<Value>): ReadableStream<Value> {
  const iterator = iteratorOf(records);
  return new ReadableStream<Value>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function iteratorOf<Value>(records: AsyncIterable<Value> | Iterable<Value>) {
  const isObject = typeof records === 'object' && records !== null;
  const isIterable = isObject && (Symbol.asyncIterator in records || Symbol.iterator in records);
  assertValid(refused, { records: isIterable || 'must be a list or another iterable object' });
  return Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]();
}

const refused = 'The stream cannot be made';
