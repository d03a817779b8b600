export type { UseCase } from '../entities/index.js';
export { isInvalidRequestError, isWebhookParseError } from '../errors/guards.js';
export { InvalidRequestError } from '../errors/invalid-request-error.js';
export type { Issue } from '../errors/issue.js';
export { WebhookParseError, type WebhookParseReason } from '../errors/webhook-parse-error.js';
export type * from './events.js';
export { parseWebhookEvent } from './parse.js';
