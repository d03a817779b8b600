/** A response of the API, without its body. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Milliseconds since the epoch, on the clock of this machine. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Creates a `fetch` that records the responses, because a failed call does not have all of their headers. */
export function recordedFetch() {
  const responses: RecordedResponse[] = [];
  const recording = async (input: string, init: RequestInit): Promise<Response> => {
    const sentAt = Date.now();
    const response = await globalThis.fetch(input, init);
    const { status, headers } = response;
    responses.push({ status, headers, sentAt, receivedAt: Date.now() });
    return response;
  };
  return { responses, fetch: recording };
}
