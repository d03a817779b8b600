import { z } from 'zod';
import { publishableOf } from './publishable.js';
import type { ControlContext } from './route.js';

const name = z.string().trim().min(1, 'Enter a name.');

const newChannel = z.object({
  id: z.string().regex(/^[\w-]+$/, 'An ID consists of letters, digits, hyphens and underscores.'),
  type: z.string().trim().min(1, 'Choose a type.'),
  name,
});

export function channelRoutes({ route, emulation: { fake, outlet } }: ControlContext): void {
  route('GET /channels', () => publishableOf(outlet.state.channels, outlet));
  route('POST /channels', newChannel, ({ body }) => {
    fake.channels.add(body);
  });
  route('PUT /channels/:id', z.object({ name }), ({ id, body }) => {
    fake.channels.update(id, body);
  });
  route('DELETE /channels/:id', ({ id }) => {
    fake.channels.remove(id);
  });
  route('POST /channels/publish', () => {
    fake.channels.publish();
  });
}
