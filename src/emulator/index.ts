/**
 * Contains the emulator: a whole outlet on a local port, with the API, webhooks and a dashboard.
 *
 * @packageDocumentation
 */
export type { Emulator, EmulatorOptions } from './start-emulator.js';
export { startEmulator } from './start-emulator.js';
export { StateFileError } from './state-file/load-state-file.js';
