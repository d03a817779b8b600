import type { ChannelType } from './channel.js';

/**
 * The menu of one channel type. The specification shows none of its fields, so all of them are kept as they came;
 * declare the ones that you know by interface merging.
 *
 * Specification: "Resources and their fields", Menu; "GET /menus".
 */
export interface Menu {
  [field: string]: unknown;
}

/**
 * Selects a menu. `partnerChannel` is required if `channelType` is `partner`, or a union with `partner`.
 *
 * Specification: "GET /menus".
 */
export type MenuGetParams<Type extends ChannelType = ChannelType> =
  | {
      /** The type of the channels that the menu is for. */
      channelType: Type;
      /** The name of the partner, such as `foodie`. The menu then has the overrides of the partner. */
      partnerChannel: string;
    }
  | {
      channelType: Exclude<Type, 'partner'>;
      partnerChannel?: string | undefined;
    };
