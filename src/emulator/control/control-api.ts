import { Hono } from 'hono/tiny';
import type { ControlError } from '../contract.js';
import { assumptionRoutes } from './assumptions.js';
import { channelRoutes } from './channels.js';
import { clockRoutes } from './clock.js';
import { deliveryRoutes } from './deliveries.js';
import { createDeliveryViews } from './delivery-views.js';
import type { Emulation } from './emulation.js';
import { faultRoutes } from './faults.js';
import { goodsReceiptRoutes } from './goods-receipts.js';
import { keyRoutes } from './keys.js';
import { menuRoutes } from './menu.js';
import { orderRoutes } from './orders.js';
import { outletRoutes } from './outlet.js';
import { overviewRoutes } from './overview.js';
import { requestRoutes } from './requests.js';
import { createAddRoute } from './route.js';

/** Creates the routes of `ControlRoutes`. */
export function createControlApi(emulation: Emulation, onError: (error: unknown) => void): Hono {
  const app = new Hono();
  const context = {
    route: createAddRoute(app, onError),
    emulation,
    deliveries: createDeliveryViews(emulation),
  };
  overviewRoutes(context);
  orderRoutes(context);
  menuRoutes(context);
  channelRoutes(context);
  goodsReceiptRoutes(context);
  outletRoutes(context);
  keyRoutes(context);
  requestRoutes(context);
  deliveryRoutes(context);
  faultRoutes(context);
  clockRoutes(context);
  assumptionRoutes(context);
  app.all('*', ({ req, json }) => {
    const body: ControlError = { message: `The control API has no ${req.method} ${req.path}.` };
    return json(body, 404);
  });
  return app;
}
