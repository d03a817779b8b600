/** A control of the fake cannot do what it was asked to. The message says why. Other errors of the fake are defects. */
export class FakeError extends Error {
  override name = 'FakeError';
}

/** An ID that was passed to a control belongs to nothing. */
export class UnknownIdError extends FakeError {}
