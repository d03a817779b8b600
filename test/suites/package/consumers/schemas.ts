import type { Channel, Payment, ReservationCreateParams } from 'outlet-open-api';
import { channelSchema, paymentSchema, reservationCreateParamsSchema } from 'outlet-open-api/schemas';
import type { z } from 'zod';

export const channel = (): Channel => channelSchema.parse({});
export const payment = (): Payment | undefined => paymentSchema.safeParse({}).data;
export const reservation = (): ReservationCreateParams => reservationCreateParamsSchema.parse({});
export const amount: z.infer<typeof paymentSchema>['amount'] = 5;
// @ts-expect-error an id is a string
export const id: z.input<typeof channelSchema>['id'] = 5;
