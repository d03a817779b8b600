import type { OpenEnum } from './field-types.js';

/** Kind of a channel. Specification: "Resources and their fields", Channel. */
export type ChannelType = OpenEnum<'partner' | 'dine-in'>;

/**
 * Where an order comes in: a partner's platform, or a table. Fields other than `id` and `type` are not documented and
 * are kept as they came.
 *
 * Specification: "Resources and their fields", Channel; "GET /channels".
 */
export interface Channel {
  /** Referenced as `channelId` elsewhere. */
  id: string;
  type?: ChannelType | null | undefined;
  [field: string]: unknown;
}
