import { Hono } from 'hono/tiny';
import type { ControlError } from '../contract/index.js';
import { deliveryRoutes } from './deliveries.js';
import type { Emulation } from './emulation.js';
import { emulatorRoutes } from './emulator.js';
import { faultRoutes } from './faults.js';
import { goodsReceiptRoutes } from './goods-receipts.js';
import { keyRoutes } from './keys.js';
import { menuRoutes } from './menus.js';
import { orderRoutes } from './orders.js';
import { outletDetailRoutes } from './outlet.js';
import { requestRoutes } from './requests.js';
import { createAddRoute } from './route.js';

/** Creates all routes of the contract. */
export function createControlApi(emulation: Emulation, onError: (error: unknown) => void): Hono {
  const app = new Hono();
  const route = createAddRoute(app, emulation, onError);
  emulatorRoutes(route, emulation);
  outletDetailRoutes(route, emulation);
  orderRoutes(route, emulation);
  menuRoutes(route);
  goodsReceiptRoutes(route);
  keyRoutes(route);
  requestRoutes(route, emulation);
  deliveryRoutes(route, emulation);
  faultRoutes(route, emulation);
  app.all('*', (context) => {
    const { method, path } = context.req;
    const message = `The control API has no ${method} ${path}. Its routes are listed at /control/v1/openapi.json.`;
    const body: ControlError = { code: 404, message };
    return context.json(body, 404);
  });
  return app;
}
