import { Hono } from 'hono/tiny';
import { errorResponse } from '../server/error-response.js';
import { deliveryRoutes } from './deliveries.js';
import { emulatorRoutes } from './emulator.js';
import type { EmulatorState } from './emulator-state.js';
import { faultRoutes } from './faults.js';
import { goodsReceiptRoutes } from './goods-receipts.js';
import { keyRoutes } from './keys.js';
import { menuRoutes } from './menus.js';
import { orderRoutes } from './orders.js';
import { outletDetailRoutes } from './outlet.js';
import { requestRoutes } from './requests.js';
import { createAddRoute } from './route.js';

/** Creates all routes of the contract. */
export function createControlApi(emulator: EmulatorState, onError: (error: unknown) => void): Hono {
  const app = new Hono();
  const route = createAddRoute(app, emulator, onError);
  emulatorRoutes(route, emulator);
  outletDetailRoutes(route, emulator);
  orderRoutes(route, emulator);
  menuRoutes(route);
  goodsReceiptRoutes(route);
  keyRoutes(route);
  requestRoutes(route, emulator);
  deliveryRoutes(route, emulator);
  faultRoutes(route, emulator);
  app.all('*', ({ req: { method, path } }) =>
    errorResponse(
      404,
      `The control API has no ${method} ${path}. Its routes are listed at /control/v1/openapi.json.`,
    ),
  );
  return app;
}
