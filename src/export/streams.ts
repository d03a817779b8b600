/** UTF-8 bytes: a `Uint8Array`, whose exact type depends on the version of TypeScript. */
export type Utf8 = ReturnType<InstanceType<typeof TextEncoder>['encode']>;

export function textStream<Chunk>(
  header: string,
  textOf: (chunk: Chunk) => string,
): TransformStream<Chunk, Utf8> {
  const encoder = new TextEncoder();
  return new TransformStream<Chunk, Utf8>({
    start(controller) {
      if (header) controller.enqueue(encoder.encode(header));
    },
    transform(chunk, controller) {
      const text = textOf(chunk);
      if (text) controller.enqueue(encoder.encode(text));
    },
  });
}

/**
 * Creates a stream of the values of an iterable, like `ReadableStream.from`, which some browsers lack. It reads a value only when
 * the consumer asks for one. Canceling the stream ends the iteration.
 * @param records - such as `outlet.orders.list(…)` or an array
 * @example
 * ```ts
 * return new Response(streamOf(outlet.orders.list({ from, to })).pipeThrough(csv(orderTable)));
 * ```
 */
export function streamOf<Value>(records: AsyncIterable<Value> | Iterable<Value>): ReadableStream<Value> {
  const iterator =
    Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]();
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
