import type { Emulator } from 'outlet-open-api/emulator';
import type { UseCase } from 'outlet-open-api/testing';

/** An emulator in the middle of an evening. */
export interface Evening {
  readonly dashboardUrl: string;
  now(): number;
  close(): Promise<void>;
}

/** Sends a request of a partner to the API of the emulator. */
export async function send(
  { url, fake }: Emulator,
  useCase: UseCase,
  method: string,
  path: string,
  body?: object,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<{ id: string }> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${fake.key(useCase).token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}
