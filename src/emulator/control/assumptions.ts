import { z } from 'zod';
import { assumptionValues } from './assumption-values.js';
import type { ControlContext } from './route.js';

const resetBody = z.object({
  hostile: z.boolean().exactOptional(),
  seed: z
    .number()
    .int('The seed must be a whole number.')
    .min(0, 'The seed must be 0 or more.')
    .max(2 ** 31, 'The seed must be at most 2,147,483,648.')
    .exactOptional(),
});

export function assumptionRoutes({ route, emulation: { fake, settings, requests } }: ControlContext): void {
  route('GET /assumptions', () => ({
    hostile: settings.hostile,
    seed: settings.seed,
    values: assumptionValues(fake.assumptions),
  }));
  route('POST /reset', resetBody, ({ body }) => {
    fake.reset({ ...body, keepKeys: true });
    requests.reset();
  });
}
