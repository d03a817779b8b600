/** UTF-8 bytes. The type depends on the version of TypeScript: newer libraries declare the kind of buffer. */
export type Utf8 = ReturnType<InstanceType<typeof TextEncoder>['encode']>;

/** Creates a stream that writes a header, then the text of each chunk. */
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
 * Creates a stream of the values of an iterable. It does what `ReadableStream.from` does, which some browsers lack. It reads a
 * value only when the consumer asks for it, and canceling the stream ends the iteration.
 *
 * @param records - such as `outlet.orders.list(…)` or an array
 *
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
