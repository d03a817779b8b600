import type { FakeOutlet } from 'outlet-open-api/testing';
import type { GeneratedRequest } from './requests.js';

/** Sends a request such as `GET /channels` with the key of a reservation that exists. Returns the status. */
export async function send(
  fake: FakeOutlet,
  operation: string,
  { unknownOrder, query, header, body }: GeneratedRequest,
): Promise<number> {
  const [method = '', template = ''] = operation.split(' ');
  const key = fake.key('reservations');
  const partnerReservationInfo = { partnerName: 'bookable', reservationId: 'R-1' };
  const { id } = fake.orders.add({ createdBy: key, channelId: 'table-1', partnerReservationInfo });
  const path = template.replace('{orderId}', () => encodeURIComponent(unknownOrder ?? id));
  const response = await fake.fetch(`${fake.baseUrl}/api/v1${path}?${new URLSearchParams(textsOf(query))}`, {
    method,
    headers: {
      ...textsOf(header),
      authorization: `Bearer ${key.token}`,
      'content-type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return response.status;
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    // A header can have no other characters.
    Object.entries(values).map(([name, value]) => [name, String(value).replace(/[^ -~]/g, '?')]),
  );
}
