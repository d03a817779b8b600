import { Hono } from 'hono/tiny';
import { errorResponse } from '../server/error-response.js';
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
  app.all('*', ({ req: { method, path } }) =>
    errorResponse(
      404,
      `The control API has no ${method} ${path}. Its routes are listed at /control/v1/openapi.json.`,
    ),
  );
  return app;
}
