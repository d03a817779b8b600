import { z } from 'zod';
import type { ControlContext } from './route.js';

const tenYears = 3_650 * 24 * 60 * 60 * 1_000;
const advanceBody = z.object({
  milliseconds: z
    .number()
    .int()
    .min(1, 'The clock only goes forward. Enter a positive duration.')
    .max(tenYears, 'The clock can go ahead by at most ten years at once.'),
});

export function clockRoutes({ route, emulation: { outlet } }: ControlContext): void {
  route('POST /clock/advance', advanceBody, ({ body }) => {
    outlet.clock.advance(body.milliseconds);
  });
}
