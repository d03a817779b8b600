import type { LoopbackService } from '../../support/services/loopback-service.js';
import { rejection } from '../../support/services/scripted-service.js';
import type { Ending } from './endings.js';
import type { Place } from './places.js';

/** A call that was ended. */
export interface EndedCall {
  readonly error: unknown;
  /** The caller's signal, passed to the call. */
  readonly signal: AbortSignal;
  /** Milliseconds between the moment at which the call should have ended and its end. */
  readonly lateness: number;
}

/** Brings a call to a place and ends it there. */
export async function endACall(place: Place, ending: Ending, service: LoopbackService): Promise<EndedCall> {
  const outlet = service.client(place.options);
  const { options, end } = ending.prepare();
  // The caller passes a signal even if something else ends the call.
  const { signal = new AbortController().signal } = options;
  let due = performance.now() + ending.after;
  const { call, arrived } = place.begin(outlet, { ...options, signal }, service);
  const outcome = rejection(call);
  if (end) {
    await arrived;
    due = performance.now();
    end(outlet);
  }
  const error = await outcome;
  return { error, signal, lateness: performance.now() - due };
}
