import { setupServer } from 'msw/node';
import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { outletHandlers } from 'outlet-open-api/testing/msw';

const fake = createFakeOutlet();
const server = setupServer(...outletHandlers(fake));
server.listen();
const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken: fake.key('order-data').token });
console.log((await outlet.channels.list()).length);
server.close();
