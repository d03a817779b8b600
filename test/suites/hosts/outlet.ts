import { OutletClient } from 'outlet-open-api';
import { type Emulator, startEmulator } from 'outlet-open-api/emulator';

/** An emulator with an open order, for one host. */
export interface Outlet {
  readonly emulator: Emulator;
  /** The ID of the order. */
  readonly id: string;
  /** The environment variables of the host. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What `five.ts` returns for the order. */
export const expectedFive = { order: 'open', abort: true, list: true, webhook: 200, fake: true };

export const webhookSecret = '4f1d9a60c25b73e8';

export async function openOutlet(): Promise<Outlet> {
  const emulator = await startEmulator({ port: 0 });
  const accessToken = emulator.fake.key('digital-ordering').token;
  const outlet = new OutletClient({ baseUrl: emulator.url, accessToken });
  const { id } = await outlet.orders.create({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
    items: [{ menuItemId: 'item-burger', quantity: 1 }],
  });
  const variables = {
    OUTLET_BASE_URL: emulator.url,
    OUTLET_ACCESS_TOKEN: accessToken,
    ORDER_ID: id,
    WEBHOOK_SECRET: webhookSecret,
  };
  return { emulator, id, variables };
}
