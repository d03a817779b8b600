import { z } from 'zod';
import { faultKinds } from '../../fake/index.js';
import { apiPath, type RouteTable, result } from './route.js';

const faultForm = z.strictObject({
  method: z.string().optional().describe('Default: any method.'),
  path: apiPath.optional(),
  fault: z.enum(faultKinds),
  times: z
    .number()
    .int('The number of requests must be a whole number.')
    .min(1, 'The number of requests must be 1 or more.')
    .nullable()
    .optional()
    .describe(
      'How many requests get the fault; `null` until you remove the fault. Default: 1, or `null` with `lasting`.',
    ),
  lasting: z
    .number()
    .gt(0, 'The length of the outage must be above 0.')
    .max(86_400_000, 'The length of the outage must be at most 86,400,000 ms.')
    .optional()
    .describe(
      'Milliseconds after which the fault is removed: an outage of this length, with `dropped-request`, `unavailable` or `hang`. Default: no end.',
    ),
  share: z
    .number()
    .gt(0, 'The share must be above 0 and at most 1.')
    .max(1, 'The share must be above 0 and at most 1.')
    .optional()
    .describe('The share of the matching requests that get the fault, above 0 and at most 1. Default: 1.'),
  delay: z
    .number()
    .min(0, 'The delay must be 0 or more.')
    .max(600_000, 'The delay must be at most 600,000 ms.')
    .optional()
    .describe('Milliseconds of a latency, or between the halves of a slow body. Default: 1,000.'),
});

/** A fault of the next matching requests. */
export type FaultForm = z.output<typeof faultForm>;

export const faultRoutes = {
  'GET /faults': { summary: 'Lists the faults that still match requests.', result: result<FaultView[]>() },
  'POST /faults': {
    summary: 'Makes the next matching requests fail.',
    body: faultForm,
    result: result<FaultView>(),
  },
  'DELETE /faults': { summary: 'Removes all faults.' },
  'DELETE /faults/{id}': { summary: 'Removes a fault.' },
} as const satisfies RouteTable;

export interface FaultView {
  readonly id: string;
  readonly fault: FaultForm;
  /** The outlet whose requests get the fault; `undefined` for all outlets. */
  readonly outletId: string | undefined;
  /** How many requests will still fail; `null` until the fault is removed. */
  readonly left: number | null;
  /** How many requests have failed. */
  readonly used: number;
}
