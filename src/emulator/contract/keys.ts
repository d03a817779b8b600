import { z } from 'zod';
import { type UseCase, useCases } from '../../entities/use-case.js';
import { type RouteTable, result } from './route.js';

/** Returns whether a text is a URL that webhooks can be sent to. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

export const webhookUrl = z
  .string()
  .trim()
  .refine((text) => text === '' || isHttpUrl(text), {
    error: 'The webhook URL must be empty, or start with http:// or https://.',
  })
  .describe('Empty if the key receives no webhooks.');

export const keyRoutes = {
  'GET /keys': {
    summary: 'Lists the API keys, with the tokens of the default keys.',
    result: result<KeyView[]>(),
  },
  'POST /keys': {
    summary: 'Creates an API key. Only this response contains its token.',
    body: z.strictObject({
      useCase: z.enum(useCases),
      label: z
        .string()
        .trim()
        .min(1, 'The label is empty. Enter one.')
        .max(100, 'The label has more than 100 characters.'),
      webhookUrl: webhookUrl.default(''),
    }),
    result: result<{ key: KeyView; token: string }>(),
  },
  'PATCH /keys/{id}': {
    summary: 'Changes the webhook URL of an API key.',
    body: z.strictObject({ webhookUrl }),
  },
  'POST /keys/{id}/revoke': { summary: 'Revokes an API key, so that its requests get a 401.' },
  'POST /keys/{id}/restore': { summary: 'Restores a revoked API key.' },
  'DELETE /keys/{id}': { summary: 'Deletes an API key.' },
  'POST /keys/{id}/test-event': {
    summary: 'Sends an event to the API key, although nothing has happened.',
    body: z.strictObject({
      event: z.string().describe('The name of the event, such as order.complete.'),
      orderId: z.string().trim().default('').describe('Default: none, for events without an order.'),
    }),
  },
} as const satisfies RouteTable;

export interface KeyView {
  readonly id: string;
  readonly label: string;
  readonly useCase: UseCase;
  /** Empty if the key receives no webhooks. */
  readonly webhookUrl: string;
  readonly revoked: boolean;
  /** The token of a default key, which is no secret; `undefined` for a key that somebody created. */
  readonly token: string | undefined;
  /** The events that the key can receive. */
  readonly events: readonly string[];
}
