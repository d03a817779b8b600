const { OutletClient } = require('outlet-open-api');
const { startEmulator } = require('outlet-open-api/emulator');

test('the emulator runs in Jest', async () => {
  const emulator = await startEmulator({ port: 0 });
  const { token } = emulator.fake.key('order-data');
  const outlet = new OutletClient({ baseUrl: emulator.url, accessToken: token });
  const [order] = emulator.fake.orders.all();
  expect(await outlet.orders.get(order.id)).toMatchObject({ id: order.id });
  expect(await (await fetch(emulator.dashboardUrl)).text()).toMatch(/^<!doctype html>/);
  await emulator.close();
});
