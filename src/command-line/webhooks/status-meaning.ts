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
  if (status < 300) return 'The receiver accepted the delivery, but with another status. Respond with 200.';
  if (status < 400) return 'The receiver redirects. Use the URL that it redirects to.';
  if (status === 401 || status === 403)
    return 'The receiver rejected the sender. Check its IP allow list and the secret in the URL.';
  if (status === 404 || status === 405)
    return 'The receiver does not accept POST at this path. Check the URL.';
  if (status < 500) return 'The receiver rejected the delivery. Check its log.';
  return 'The receiver failed. Check its log.';
}
