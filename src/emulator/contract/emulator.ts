import { z } from 'zod';
import { useCases } from '../../entities/use-case.js';
import type { Assumptions } from '../../fake/index.js';
import { assumptionPatch } from '../assumption-schema.js';
import { type KeyView, webhookUrl } from './keys.js';
import { firstOutlet, id, type RouteTable, result } from './route.js';

const tenYears = 3_650 * 24 * 60 * 60 * 1_000;

/** What all outlets of an emulator share. */
export const emulatorRoutes = {
  'GET /outlets': { summary: 'Lists the outlets, the first one first.', result: result<OutletSummary[]>() },
  'POST /outlets': {
    summary: 'Adds an outlet with its own data and keys, such as one for each test.',
    body: z.strictObject({
      outletId: id
        .refine((id) => id !== firstOutlet, 'The ID default means the first outlet. Choose another ID.')
        .exactOptional()
        .describe('Default: a random ID.'),
      empty: z
        .boolean()
        .exactOptional()
        .describe('Whether to start without channels, menu, orders and goods receipts. Default: false.'),
      currency: z.string().length(3).exactOptional().describe('Default: EUR.'),
      webhookUrls: z
        .partialRecord(z.enum(useCases), webhookUrl)
        .default({})
        .describe('The webhook URLs of the default keys, by use case. Default: none.'),
    }),
    result: result<OutletSummary>(),
  },
  'DELETE /outlets/{id}': { summary: 'Removes an outlet with its keys. The first outlet cannot be removed.' },
  'GET /endpoints': {
    summary: 'Lists the endpoints of the API, such as GET /orders/{id}.',
    result: result<readonly string[]>(),
  },
  'POST /clock/advance': {
    summary: 'Moves the clock ahead. Webhook retries that are then due start at once.',
    body: z.strictObject({
      milliseconds: z
        .number()
        .int()
        .min(1, 'The clock only goes forward. Enter a positive duration.')
        .max(tenYears, 'The clock can go ahead by at most ten years at once.'),
    }),
  },
  'POST /clock/hold': {
    summary: 'Stops the clock, until it is resumed, reset or restarted. Webhook retries then wait.',
  },
  'POST /clock/resume': {
    summary: 'Starts the clock again. It catches up, and webhook retries that are then due start at once.',
  },
  'GET /assumptions': {
    summary: 'Returns what the emulator does in undocumented cases.',
    result: result<AssumptionsView>(),
  },
  'PATCH /assumptions': {
    summary: 'Changes assumptions. `null` restores the value of the start.',
    body: assumptionPatch,
  },
  'POST /reset': {
    summary: 'Restores the initial data and assumptions, and removes added outlets.',
    body: z.strictObject({
      keepKeys: z
        .boolean()
        .default(true)
        .describe(
          'Whether the API keys of the first outlet stay as they are. If not, it gets its default keys back, without webhook URLs. Default: true.',
        ),
      hostile: z
        .boolean()
        .exactOptional()
        .describe('Whether to choose the assumptions at random. Default: as before.'),
      seed: z
        .number()
        .int('The seed must be a whole number.')
        .min(0, 'The seed must be 0 or more.')
        .max(2 ** 31, 'The seed must be at most 2,147,483,648.')
        .exactOptional()
        .describe('The seed of data and hostile choices. Default: as before.'),
    }),
  },
} as const satisfies RouteTable;

export interface OutletSummary {
  readonly outletId: string;
  readonly name: string;
  /** The `baseUrl` of the API, for all outlets. */
  readonly baseUrl: string;
  /** The URL of the control API of this outlet, in front of a path such as `/orders`. */
  readonly controlUrl: string;
  readonly dashboardUrl: string;
  readonly keys: readonly KeyView[];
}

export interface AssumptionsView {
  readonly hostile: boolean;
  readonly seed: number;
  /** A file for the option `--learned` can contain them. */
  readonly values: Readonly<Assumptions>;
  /** The values of an emulator without options. */
  readonly defaults: Readonly<Assumptions>;
  /** The JSON Schema of each value. */
  readonly schemas: Readonly<Record<string, z.core.JSONSchema._JSONSchema>>;
}
