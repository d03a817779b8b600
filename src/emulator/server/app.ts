import { secureHeaders } from 'hono/secure-headers';
import { Hono } from 'hono/tiny';
import { createControlApi } from '../control/control-api.js';
import type { EmulatorState } from '../control/emulator-state.js';
import type { Events } from '../control/events.js';
import type { IsAllowedHost } from './allowed-callers.js';
import { requireAllowedHost, requireSameOrigin } from './allowed-callers.js';
import { controlApiDocument, createDashboardFiles } from './dashboard-files.js';
import { errorResponse } from './error-response.js';
import { healthOf } from './health.js';

/** The page loads only its own files, and no page can embed it. */
const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  strictTransportSecurity: false,
});

/** Creates everything that the emulator serves, except the API itself. */
export function createApp(
  emulator: EmulatorState,
  events: Events,
  isAllowedHost: IsAllowedHost,
  onError: (error: unknown) => void,
): Hono {
  const app = new Hono();
  app.use(pageHeaders);
  app.get('/healthz', (context) => context.json(healthOf(emulator)));

  app.get('/', (context) => context.redirect('/dashboard/'));
  // The router also matches `/dashboard/`, which is the page itself.
  app.get('/dashboard', (context, next) =>
    context.req.path.endsWith('/') ? next() : context.redirect('/dashboard/'),
  );
  app.use('/dashboard/*', requireAllowedHost(isAllowedHost));
  app.route('/dashboard/', createDashboardFiles());

  app.use('/control/*', requireAllowedHost(isAllowedHost), requireSameOrigin);
  app.get('/control/v1/events', () => events.open());
  app.get('/control/v1/openapi.json', controlApiDocument);
  app.route('/control/v1', createControlApi(emulator, onError));

  app.notFound(({ req }) => errorResponse(404, `The emulator has no ${req.path}.`));
  return app;
}
