import {
  ApiError,
  CallError,
  ConnectionError,
  type Issue,
  type Outcome,
  OutletError,
  RateLimitError,
  RequestValidationError,
} from 'outlet-open-api';
import * as accounting from 'outlet-open-api/accounting';
import * as exporting from 'outlet-open-api/export';
import * as sync from 'outlet-open-api/sync';
import * as webhooks from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const error: unknown;

test('instanceof narrows to the class', () => {
  if (error instanceof OutletError) expectTypeOf(error).toEqualTypeOf<OutletError>();
  if (error instanceof CallError) expectTypeOf(error).toEqualTypeOf<CallError>();
  if (error instanceof ApiError)
    expectTypeOf(error.fieldErrors).toEqualTypeOf<Readonly<Record<string, string[]>>>();
  if (error instanceof RateLimitError) expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  if (error instanceof ConnectionError) expectTypeOf(error.outcome).toEqualTypeOf<Outcome>();
  if (error instanceof RequestValidationError) expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
  if (error instanceof sync.LeaseError)
    expectTypeOf(error.reason).toEqualTypeOf<'held' | 'lost' | 'no-response'>();
  if (error instanceof sync.OrderFeedError) expectTypeOf(error.reason).toEqualTypeOf<'full' | 'closed'>();
  if (error instanceof webhooks.WebhookParseError) expectTypeOf<'not-json'>().toExtend<typeof error.reason>();
  if (error instanceof webhooks.WebhookVerificationError)
    expectTypeOf<'rejected'>().toExtend<typeof error.reason>();
});

test('a switch over the outcome of a call is complete', () => {
  const advice = (outcome: Outcome): string => {
    switch (outcome) {
      case 'not-sent':
      case 'rejected':
        return 'call again';
      case 'unknown':
        return 'repeat with the same key';
      case 'performed':
        return 'read the entity';
    }
  };
  if (error instanceof CallError || error instanceof RequestValidationError) advice(error.outcome);
});

test('a subpath exports the classes that it throws', () => {
  expectTypeOf(accounting.RequestValidationError).toEqualTypeOf(RequestValidationError);
  expectTypeOf(exporting.RequestValidationError).toEqualTypeOf(RequestValidationError);
  expectTypeOf(sync.RequestValidationError).toEqualTypeOf(RequestValidationError);
  expectTypeOf(webhooks.RequestValidationError).toEqualTypeOf(RequestValidationError);
});
