import { z } from 'zod';
import { type UseCase, useCases } from '../../entities/use-case.js';
import type { ApiKey } from '../../fake/outlet/keys.js';
import { eventNames, receiversOf } from '../../webhooks/parse/event-table.js';
import type { KeyView } from '../contract.js';
import { UnknownIdError } from './emulation.js';
import type { ControlContext } from './route.js';

/** Returns whether a text is a URL that webhooks can be sent to. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const webhookUrl = z
  .string()
  .trim()
  .refine((text) => text === '' || isHttpUrl(text), {
    error: 'The webhook URL must be empty, or start with http:// or https://.',
  });

const newKey = z.object({
  useCase: z.enum(useCases),
  label: z
    .string()
    .trim()
    .min(1, 'The label is empty. Enter one.')
    .max(100, 'The label has more than 100 characters.'),
  webhookUrl,
});

export function keyRoutes({ route, emulation: { fake, outlet } }: ControlContext): void {
  function find(id: string): ApiKey {
    const key = outlet.keys.all().find((candidate) => candidate.id === id);
    if (!key) throw new UnknownIdError(`The outlet has no API key ${id}.`);
    return key;
  }

  /** The receivers of `outlet.updated` are an assumption. */
  function receives(useCase: UseCase, event: string): boolean {
    const receivers = event === 'outlet.updated' ? outlet.assume.outletUpdatedReceivers : receiversOf(event);
    return receivers?.includes(useCase) ?? false;
  }

  function viewOf(key: ApiKey): KeyView {
    const { id, label, useCase, webhookUrl = '', revoked } = key;
    const token = outlet.keys.isDefault(key) ? key.token : undefined;
    const events = eventNames.filter((event) => receives(useCase, event));
    return { id, label, useCase, webhookUrl, revoked, token, events };
  }

  route('GET /keys', () => outlet.keys.all().map(viewOf));
  route('POST /keys', newKey, ({ body: { useCase, label, webhookUrl } }) => {
    const created = fake.keys.create({ useCase, label, webhookUrl: webhookUrl || undefined });
    const key = outlet.keys.find(created);
    return { key: viewOf(key), token: key.token };
  });
  route('PUT /keys/:id', z.object({ webhookUrl }), ({ id, body }) => {
    find(id).webhookUrl = body.webhookUrl || undefined;
  });
  route('POST /keys/:id/revoke', ({ id }) => {
    fake.keys.revoke(find(id));
  });
  route('POST /keys/:id/restore', ({ id }) => {
    fake.keys.restore(find(id));
  });
  route('DELETE /keys/:id', ({ id }) => {
    fake.keys.remove(find(id));
  });

  const testEvent = z.object({ event: z.string(), orderId: z.string().trim() });
  route('POST /keys/:id/test-event', testEvent, ({ id, body: { event, orderId } }) => {
    fake.sendEvent({ event, key: find(id), id: orderId || undefined });
  });
}
