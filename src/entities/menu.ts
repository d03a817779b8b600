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
 * Which menu to fetch. `partnerChannel` is required wherever the channel type is, or may be, `partner`.
 *
 * Specification: "GET /menus".
 */
export type MenuGetParams<Type extends ChannelType = ChannelType> = {
  channelType: Type;
} & PartnerChannelOf<Type>;

type PartnerChannelOf<Type extends string> = string extends Type
  ? OptionalPartnerChannel
  : 'partner' extends Type
    ? RequiredPartnerChannel
    : OptionalPartnerChannel;

interface RequiredPartnerChannel {
  /** The partner's name, so that its overrides of the menu apply. */
  partnerChannel: string;
}

interface OptionalPartnerChannel {
  /** The partner's name. Required by the service where `channelType` is `partner`. */
  partnerChannel?: string | undefined;
}
