import {
  type CallError,
  type Issue,
  isApiError,
  isCallError,
  isConnectionError,
  isInvalidRequestError,
  isLeaseError,
  isOrderFeedError,
  isOutletError,
  isRateLimitError,
  isWebhookParseError,
  isWebhookVerificationError,
  type LeaseReason,
  type OrderFeedReason,
  type OutletError,
  type WebhookParseReason,
  type WebhookVerificationReason,
} from 'outlet-open-api';
import * as accounting from 'outlet-open-api/accounting';
import * as sync from 'outlet-open-api/sync';
import * as webhooks from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const error: unknown;

test('a guard gives what its class has', () => {
  if (isOutletError(error)) expectTypeOf(error).toEqualTypeOf<OutletError>();
  if (isCallError(error)) expectTypeOf(error).toEqualTypeOf<CallError>();
  if (isApiError(error)) expectTypeOf(error.fieldErrors).toEqualTypeOf<Readonly<Record<string, string[]>>>();
  if (isRateLimitError(error)) expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  if (isConnectionError(error)) expectTypeOf(error.outcome).toEqualTypeOf<'not-sent' | 'unknown'>();
  if (isInvalidRequestError(error)) expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
  if (isLeaseError(error)) expectTypeOf(error.reason).toEqualTypeOf<LeaseReason>();
  if (isOrderFeedError(error)) expectTypeOf(error.reason).toEqualTypeOf<OrderFeedReason>();
  if (isWebhookParseError(error)) expectTypeOf(error.reason).toEqualTypeOf<WebhookParseReason>();
  if (isWebhookVerificationError(error)) {
    expectTypeOf(error.reason).toEqualTypeOf<WebhookVerificationReason>();
  }
});

test('the subpath that throws a class exports the same one', () => {
  expectTypeOf(webhooks.isWebhookParseError).toEqualTypeOf(isWebhookParseError);
  expectTypeOf(webhooks.isWebhookVerificationError).toEqualTypeOf(isWebhookVerificationError);
  expectTypeOf(sync.isLeaseError).toEqualTypeOf(isLeaseError);
  expectTypeOf(sync.isOrderFeedError).toEqualTypeOf(isOrderFeedError);
  expectTypeOf(accounting.isInvalidRequestError).toEqualTypeOf(isInvalidRequestError);
  expectTypeOf(sync.isInvalidRequestError).toEqualTypeOf(isInvalidRequestError);
  expectTypeOf(webhooks.isInvalidRequestError).toEqualTypeOf(isInvalidRequestError);
});
