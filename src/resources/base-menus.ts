import type { BaseMenu, CreateBaseMenu } from '../entities/index.js';
import type { Call } from '../http/call.js';
import type { PostOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import { createBaseMenu } from '../operations/base-menus.js';

/** Menus from which the outlet's menus are made. */
export class BaseMenus {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a base menu. The service downloads the first photo of each item: a public HTTPS address of a JPEG or PNG of at
   * most 10 MB. Specification: "POST /base-menus".
   *
   * @example
   * ```ts
   * await outlet.baseMenus.create({ menuItems: [{ photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }] });
   * ```
   * @throws BadRequestError where a photo cannot be used; `fieldErrors` names it. Nothing was created
   * @throws PayloadTooLargeError where a photo is above 10 MB. Nothing was created
   */
  create(baseMenu: CreateBaseMenu, options?: PostOptions): Call<BaseMenu> {
    return this.#transport.call(createBaseMenu, { body: baseMenu }, options);
  }
}
