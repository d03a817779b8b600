import { publishableOf } from './publishable.js';
import type { AddRoute } from './route.js';

export function channelRoutes(route: AddRoute): void {
  route('GET /channels', ({ outlet }) => publishableOf(outlet.state.channels, outlet));
  route('POST /channels', ({ fake, body }) => {
    fake.channels.add(body);
  });
  route('PATCH /channels/{id}', ({ fake, id, body }) => {
    fake.channels.update(id, body);
  });
  route('DELETE /channels/{id}', ({ fake, id }) => {
    fake.channels.remove(id);
  });
  route('POST /channels/publish', ({ fake }) => {
    fake.channels.publish();
  });
}
