import type { ChannelType } from './channel.js';

/**
 * The menu of a channel type. The API specification does not define its fields; they are returned as received. Pass a type of
 * your own to `outlet.menus.get()`, or declare the fields that you know by interface merging.
 * API specification: Resources › Menu; Endpoints › `GET /menus`.
 */
export interface Menu {
  /** The fields, as received. */
  [field: string]: unknown;
}

/**
 * Filters of `outlet.menus.get()`. `partnerChannel` is required if `channelType` is or can be `partner`.
 * API specification: Endpoints › `GET /menus`.
 */
export type MenuGetParams<Type extends ChannelType = ChannelType> =
  | {
      /** The type of the channels that the menu is for. */
      channelType: Type;
      /** The name of the partner, such as `foodie`. The menu then has the partner's overrides. */
      partnerChannel: string;
    }
  | {
      /** The type of the channels that the menu is for. */
      channelType: Exclude<Type, 'partner'>;
      /** The name of a partner. */
      partnerChannel?: string | undefined;
    };
