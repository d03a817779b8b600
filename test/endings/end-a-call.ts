import type { LoopbackService } from '../loopback-service.js';
import { rejection } from '../scripted-service.js';
import type { Ending } from './endings.js';
import type { Place } from './places.js';

/** A call that was ended. */
export interface EndedCall {
  readonly error: unknown;
  /** The caller's signal, which the call listened to. */
  readonly signal: AbortSignal;
  /** Milliseconds from the moment at which it was to end. */
  readonly lateness: number;
}

/** Brings a call to a place and ends it there. */
export async function endACall(place: Place, ending: Ending, service: LoopbackService): Promise<EndedCall> {
  const outlet = service.client(place.options);
  const { options, end } = ending.prepare();
  // The caller's signal is seen even where another one is to end the call.
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
