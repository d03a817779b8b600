import type { OpenEnum } from './field-types.js';

/** The type of a channel. API specification: Resources › Channel. */
export type ChannelType = OpenEnum<'partner' | 'dine-in'>;

/**
 * A channel that orders come from: a partner platform or a table. The API specification does not define other fields; they are
 * returned as received. Declare those of your outlet by interface merging. API specification: Resources › Channel; Endpoints › `GET /channels`.
 */
export interface Channel {
  /** The id of the channel. Orders refer to it as `channelId`. */
  id: string;
  /** `partner` for a partner platform, `dine-in` for a table. */
  type?: ChannelType | null | undefined;
}
