/** Text in UTF-8, as the types of the platform have it: newer ones say that its memory is not shared, older ones cannot. */
export type Utf8 = ReturnType<InstanceType<typeof TextEncoder>['encode']>;

/** A stream that begins with a text, and makes a text of whatever is written to it. Between the two it keeps nothing. */
export function textStream<Given>(
  head: string,
  textOf: (given: Given) => string,
): TransformStream<Given, Utf8> {
  const encoder = new TextEncoder();
  return new TransformStream<Given, Utf8>({
    start(controller) {
      if (head) controller.enqueue(encoder.encode(head));
    },
    transform(given, controller) {
      const text = textOf(given);
      if (text) controller.enqueue(encoder.encode(text));
    },
  });
}
