import {
  ApiError,
  CallError,
  ConnectionError,
  type Issue,
  isOutletError,
  type Outcome,
  type OutletError,
  RateLimitError,
  RequestValidationError,
} from 'outlet-open-api';
import * as sync from 'outlet-open-api/sync';
import * as webhooks from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const error: unknown;

test('instanceof narrows to the class', () => {
  if (isOutletError(error)) expectTypeOf(error).toEqualTypeOf<OutletError>();
  if (error instanceof CallError) expectTypeOf(error).toEqualTypeOf<CallError>();
  if (error instanceof ApiError)
    expectTypeOf(error.fieldErrors).toEqualTypeOf<Readonly<Record<string, string[]>>>();
  if (error instanceof RateLimitError) expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  if (error instanceof ConnectionError) expectTypeOf(error.outcome).toEqualTypeOf<Outcome>();
  if (error instanceof RequestValidationError) expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
  if (error instanceof sync.OrderFeedError) expectTypeOf(error.reason).toEqualTypeOf<'full' | 'closed'>();
  if (error instanceof webhooks.WebhookParseError) expectTypeOf<'not-json'>().toExtend<typeof error.reason>();
  if (error instanceof webhooks.WebhookVerificationError)
    expectTypeOf<'refused'>().toExtend<typeof error.reason>();
});

test('a subpath exports the classes that it throws', () => {
  expectTypeOf(sync.RequestValidationError).toEqualTypeOf(RequestValidationError);
  expectTypeOf(webhooks.RequestValidationError).toEqualTypeOf(RequestValidationError);
});
