import type { UseCase } from '../../entities/use-case.js';
import { type ApiKey, type Outlet, UnknownIdError } from '../../fake/index.js';
import { eventNames, receiversOf } from '../../webhooks/parse/event-table.js';
import type { KeyView } from '../contract/keys.js';
import type { AddRoute } from './route.js';

export function keyRoutes(route: AddRoute): void {
  route('GET /keys', ({ outlet }) => keyViews(outlet));
  route('POST /keys', ({ outlet, body: { useCase, label, webhookUrl } }) => {
    const key = outlet.keys.create({ useCase, label, webhookUrl: webhookUrl || undefined });
    return { key: viewOf(outlet, key), token: key.token };
  });
  route('PATCH /keys/{id}', ({ outlet, id, body }) => {
    findKey(outlet, id).webhookUrl = body.webhookUrl || undefined;
  });
  route('POST /keys/{id}/revoke', ({ outlet, id }) => outlet.keys.revoke(findKey(outlet, id)));
  route('POST /keys/{id}/restore', ({ outlet, id }) => outlet.keys.restore(findKey(outlet, id)));
  route('DELETE /keys/{id}', ({ outlet, id }) => outlet.keys.remove(findKey(outlet, id)));
  route('POST /keys/{id}/test-event', ({ outlet, fake, id, body: { event, orderId } }) => {
    fake.sendEvent({ event, key: findKey(outlet, id), id: orderId || undefined });
  });
}

/** Sets the webhook URLs of the default keys, by use case. An empty URL removes the URL of a key. */
export function setWebhookUrls({ keys }: Outlet, urls: Partial<Record<UseCase, string>>): void {
  for (const key of keys.all()) {
    const url = urls[key.useCase];
    if (url !== undefined && keys.isDefault(key)) key.webhookUrl = url || undefined;
  }
}

/** Returns the key with an ID, or the first key of a use case. */
export function findKey({ keys }: Outlet, id: string): ApiKey {
  const all = keys.all();
  const key = all.find((candidate) => candidate.id === id) ?? all.find(({ useCase }) => useCase === id);
  if (!key) throw new UnknownIdError(`The outlet has no API key ${id}. Pass the ID of a key, or a use case.`);
  return key;
}

export function keyViews(outlet: Outlet): KeyView[] {
  return outlet.keys.all().map((key) => viewOf(outlet, key));
}

function viewOf(outlet: Outlet, key: ApiKey): KeyView {
  const { id, label, useCase, webhookUrl = '', revoked } = key;
  const token = outlet.keys.isDefault(key) ? key.token : undefined;
  const events = eventNames.filter((event) => receives(outlet, useCase, event));
  return { id, label, useCase, webhookUrl, revoked, token, events };
}

/** The receivers of `outlet.updated` are an assumption. */
function receives({ assumptions }: Outlet, useCase: UseCase, event: string): boolean {
  const receivers = event === 'outlet.updated' ? assumptions.outletUpdatedReceivers : receiversOf(event);
  return receivers?.includes(useCase) ?? false;
}
