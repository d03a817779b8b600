import type { BaseMenu, BaseMenuCreateParams } from '../../entities/index.js';
import { createBaseMenu } from '../../operations/index.js';
import type { PostOptions } from '../../transport/call-options.js';
import type { OutletPromise } from '../../transport/outlet-promise.js';
import type { Transport } from '../../transport/transport.js';

/** Creates base menus. A client has it as `outlet.baseMenus`. */
export class BaseMenus {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a base menu. The API downloads the first photo of each item: a public HTTPS URL of a JPEG or PNG of at most
   * 10 MB. API specification: Endpoints › `POST /base-menus`.
   * @example
   * ```ts
   * await outlet.baseMenus.create({ menuItems: [{ photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }] });
   * ```
   * @throws {@link BadRequestError} if a photo cannot be used. `fieldErrors` names the photo, and nothing is created
   * @throws {@link PayloadTooLargeError} if a photo is larger than 10 MB. Nothing is created
   */
  create(baseMenu: BaseMenuCreateParams, options?: PostOptions): OutletPromise<BaseMenu> {
    return this.#transport.call(createBaseMenu, { body: baseMenu }, options);
  }
}
