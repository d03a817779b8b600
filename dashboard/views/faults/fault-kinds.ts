import type { FaultKind } from '../../../src/fake/index.js';

/** A kind of fault, as the form shows it. */
interface FaultKindText {
  readonly name: string;
  readonly explanation: string;
  /** The meaning of `delay`; absent if the fault has no delay. */
  readonly delayLabel?: string;
}

/** The kinds of faults, in the order of the form: the most usual first. */
export const faultKinds: Readonly<Record<FaultKind, FaultKindText>> = {
  'server-error': {
    name: 'Server error (500)',
    explanation: 'The request gets a 500 and has no effect.',
  },
  'lost-response': {
    name: 'Lost response',
    explanation: 'The request has its effect, then the connection breaks before the response.',
  },
  'cut-body': {
    name: 'Cut body',
    explanation: 'The request has its effect, and the connection breaks within the response body.',
  },
  latency: {
    name: 'Latency',
    explanation: 'The request waits, then gets its usual response.',
    delayLabel: 'Delay before the response',
  },
  'rate-limited': {
    name: 'Rate limited (429)',
    explanation:
      'The request gets a 429, as if other processes had used all requests of the window. Further requests of the key also get a 429 until the window ends.',
  },
  'server-error-after-effect': {
    name: 'Server error (500) after the effect',
    explanation: 'The request has its effect, then gets a 500.',
  },
  'dropped-request': {
    name: 'Dropped request',
    explanation: 'The connection breaks before the request has an effect.',
  },
  unavailable: {
    name: 'Unavailable (503)',
    explanation: 'The request has no effect, and a gateway responds with a 503.',
  },
  'bad-gateway-html': {
    name: 'Bad gateway (502) in HTML',
    explanation: 'The request has no effect, and a proxy responds with a 502 in HTML.',
  },
  'invalid-json': {
    name: 'Invalid JSON',
    explanation: 'The request has its effect, and the last character of the response body is missing.',
  },
  'empty-body': {
    name: 'Empty body',
    explanation: 'The request has its effect, and the response body is empty.',
  },
  'slow-body': {
    name: 'Slow body',
    explanation: 'The request has its effect, and the second half of the response body arrives late.',
    delayLabel: 'Delay before the second half',
  },
  hang: {
    name: 'No response',
    explanation: 'The request has no effect, and gets no response until the caller aborts it.',
  },
};

/** The kinds of faults, in the order of the form. */
export const faultKindNames = Object.keys(faultKinds).filter((name): name is FaultKind => name in faultKinds);
