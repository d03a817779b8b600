/**
 * Receives, verifies and parses webhooks.
 *
 * @packageDocumentation
 */

export { type UseCase, useCases } from '../entities/use-case.js';
export type { Issue } from '../errors/issue.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export type { DeliveryInfo, WebhookGuard } from './guards/guard.js';
export { type IpAllowListOptions, ipAllowList } from './guards/ip-allow-list.js';
export {
  type Secret,
  type SecretPlace,
  type SecretPlaces,
  type SharedSecretOptions,
  sharedSecret,
} from './guards/shared-secret.js';
export { WebhookVerificationError } from './guards/webhook-verification-error.js';
export { createWebhookHandler, type WebhookHandler } from './handler/create-webhook-handler.js';
export type {
  WebhookConsumer,
  WebhookContext,
  WebhookEventHandler,
  WebhookEventHandlers,
  WebhookFailure,
  WebhookHandlerOptions,
  WebhookKey,
  WebhookResolve,
  WebhookStep,
} from './handler/handler-options.js';
export {
  type NodeListenerOptions,
  type NodeRequest,
  type NodeResponse,
  toNodeListener,
} from './handler/node-listener.js';
export type { EventName, EventReceivers } from './parse/event-table.js';
export type * from './parse/events.js';
export { orderIdOf } from './parse/events.js';
export { parseWebhookEvent } from './parse/parse-webhook-event.js';
export { WebhookParseError } from './parse/webhook-parse-error.js';
export {
  createTestEvent,
  createTestRequest,
  type EventNamed,
  type TestEventFields,
  type TestRequestOptions,
} from './test-deliveries.js';
