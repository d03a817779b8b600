/**
 * Records calls, webhook deliveries, sync runs and outbox steps as OpenTelemetry spans and metrics.
 *
 * @packageDocumentation
 */
export { OutletError } from '../errors/outlet-error.js';
export { type InstrumentOutletOptions, instrumentOutlet } from './instrument-outlet.js';
