import { type Fault, faultKinds } from './faults.js';
import { HttpError } from './http-error.js';

/** The header with which a request asks for a fault: `lost-response`, or `latency; delay=3000`. */
const header = 'x-simulate-fault';

const form = /^(?<kind>[a-z-]+)(?:\s*;\s*delay=(?<delay>\d{1,9}))?$/;

/** Returns whether a request has the header, valid or not. Such a request gets no planned fault. */
export function simulatesFault(headers: Headers): boolean {
  return headers.has(header);
}

export function createSimulatedFaults() {
  const used = new Set<string>();
  return {
    /** Returns the fault of a request. A repeated idempotency key gets none, so that a retry with the same headers succeeds. */
    take(headers: Headers): Fault | undefined {
      const key = headers.get('idempotency-key');
      const isRepeated = key !== null && used.has(key);
      if (key !== null) used.add(key);
      return isRepeated ? undefined : simulatedFault(headers);
    },
    reset(): void {
      used.clear();
    },
  };
}

/** Returns the fault in the header; `undefined` if the header is missing or invalid. */
function simulatedFault(headers: Headers): Fault | undefined {
  const { kind, delay } = form.exec(headers.get(header) ?? '')?.groups ?? {};
  const fault = faultKinds.find((known) => known === kind);
  return fault && { fault, delay: delay === undefined ? undefined : Number(delay) };
}

export function rejectUnknownFault(headers: Headers): void {
  if (!simulatesFault(headers) || simulatedFault(headers)) return;
  const kinds = faultKinds.join(', ');
  throw new HttpError(400, `${header} must be one of ${kinds}, with or without "; delay=3000" after it`);
}
