import { defaultAssumptions, fakeEndpoints, type OutletParts } from '../../fake/index.js';
import { assumptionJsonSchemas } from '../assumption-schema.js';
import type { OutletSummary } from '../contract/emulator.js';
import { firstOutlet } from '../contract/route.js';
import type { EmulatorState } from './emulator-state.js';
import { keyViews, setWebhookUrls } from './keys.js';
import type { AddRoute } from './route.js';

/** Adds the routes about what all outlets share. */
export function emulatorRoutes(route: AddRoute, emulator: EmulatorState): void {
  const { fake, outlets, clock, settings, requests } = emulator;

  route('GET /outlets', ({ origin }) => outlets.map((parts) => summaryOf(parts, origin)));
  route('POST /outlets', ({ origin, body: { webhookUrls, ...options } }) => {
    const added = emulator.addOutlet(options);
    setWebhookUrls(added.outlet, webhookUrls);
    return summaryOf(added, origin);
  });
  route('DELETE /outlets/{id}', ({ id }) => {
    const outletId = id === firstOutlet ? fake.outletId : id;
    emulator.removeOutlet(outletId);
    requests.remove({ outletIds: [outletId] });
  });

  route('GET /endpoints', () => fakeEndpoints);
  route('POST /clock/advance', ({ body }) => clock.advance(body.milliseconds));
  route('POST /clock/hold', () => clock.hold());
  route('POST /clock/resume', () => clock.resume());

  route('GET /assumptions', () => ({
    hostile: settings.hostile,
    seed: settings.seed,
    values: fake.assumptions,
    defaults: defaultAssumptions,
    schemas: assumptionJsonSchemas,
  }));
  route('PATCH /assumptions', ({ body }) => fake.assume(body));
  route('POST /reset', ({ body }) => {
    fake.reset(body);
    requests.reset();
  });
}

function summaryOf({ outlet }: OutletParts, origin: string): OutletSummary {
  const id = encodeURIComponent(outlet.outletId);
  return {
    outletId: outlet.outletId,
    name: outlet.state.details.name,
    baseUrl: origin,
    controlUrl: `${origin}/control/v1/outlets/${id}`,
    dashboardUrl: `${origin}/dashboard/?outlet=${id}`,
    keys: keyViews(outlet),
  };
}
