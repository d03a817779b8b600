const advice: Readonly<Record<number, string>> = {
  400: 'The receiver did not accept the body. Check how it parses webhooks.',
  401: 'The receiver rejected the sender. Check the secret in the URL.',
  403: 'The receiver rejected the sender. Check its IP allow list and the secret in the URL.',
  404: 'The receiver has nothing at this path. Check the URL.',
  405: 'The receiver does not accept POST at this path. Check the URL.',
  408: 'The receiver did not get the whole body in time. Check the proxy in front of it.',
  413: 'The receiver did not accept the size of the body. Raise its limit.',
  415: 'The receiver does not accept JSON. Check its body parser.',
  429: 'The receiver limits requests. Raise its limit for webhooks.',
  502: 'A proxy got no valid response from the receiver. Check whether the receiver is running.',
  503: 'The receiver is not ready, or its handler failed. Check its log.',
  504: 'A proxy got no response from the receiver in time. Check its log.',
};

/** Says what the status of a receiver means for a delivery. API specification: Events › Rules */
export function meaningOf(status: number, duration: number): string {
  if (status === 200) {
    return duration > 5_000
      ? 'The receiver acknowledged the delivery, but late. Respond within 5 seconds: queue the event and handle it afterwards.'
      : 'The receiver acknowledged the delivery.';
  }
  return `${adviceFor(status)} Only 200 acknowledges a delivery, so the API would retry it.`;
}

function adviceFor(status: number): string {
  const known = advice[status];
  if (known) return known;
  if (status < 300) return 'The receiver accepted the delivery, but with another status. Respond with 200.';
  if (status < 400) return 'The receiver redirects. Use the URL that it redirects to.';
  if (status < 500) return 'The receiver rejected the delivery. Check its log.';
  return 'The receiver failed. Check its log.';
}
