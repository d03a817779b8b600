import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { AttemptEndEvent, CallMessage, OutboxMessage, SyncMessage, WebhookMessage } from '../index.js';
import { callResult, errorTypeOfError, errorTypeOfFailure, names, withoutUndefined } from './attributes.js';

/** Starts the span of a call, and runs the call in its context. */
export function startCall(tracer: Tracer, message: CallMessage, http: Attributes, onEnd: () => void): Span {
  const { operation, priority, callId, idempotencyKey } = message;
  const attributes = withoutUndefined({
    [names.operation]: operation,
    [names.priority]: priority,
    [names.callId]: callId,
    [names.idempotencyKey]: idempotencyKey,
    ...http,
  });
  const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes });
  runIn(span, message, () => {
    span.setAttributes({
      [names.attempts]: message.attempts,
      [names.queueDuration]: message.queueDuration / 1_000,
      [names.backoffDuration]: message.backoff / 1_000,
      [names.replayed]: message.idempotentReplay,
      ...(message.attempts > 1 && { [names.resendCount]: message.attempts - 1 }),
      ...callResult(message),
    });
    if (message.outcome !== 'succeeded') span.setStatus({ code: SpanStatusCode.ERROR });
    onEnd();
  });
  return span;
}

/** Adds an attempt to the span of its call, at the time when it was sent. */
export function addAttempt(span: Span, message: AttemptEndEvent): void {
  const { attempt, sentAt, duration, queueDuration, backoff, status, failure } = message;
  const attributes = withoutUndefined({
    [names.attempt]: attempt,
    [names.attemptDuration]: duration / 1_000,
    [names.queueDuration]: queueDuration / 1_000,
    [names.backoffDuration]: backoff / 1_000,
    [names.status]: status,
    [names.errorType]: errorTypeOfFailure(failure),
  });
  span.addEvent('attempt', attributes, sentAt);
}

/** Starts the span of a webhook delivery, and runs its handling in its context. */
export function startWebhook(tracer: Tracer, message: WebhookMessage, onEnd: () => void): void {
  const span = tracer.startSpan('webhook', { kind: SpanKind.CONSUMER });
  runIn(span, message, () => {
    const { event, result, status, error } = message;
    if (event !== undefined) span.updateName(`webhook ${event}`);
    const attributes = { [names.webhookEvent]: event, [names.webhookResult]: result, [names.status]: status };
    span.setAttributes(withoutUndefined(attributes));
    if (error !== undefined) fail(span, errorTypeOfError(error));
    else if (status !== undefined && status >= 500) fail(span, String(status));
    onEnd();
  });
}

/** Starts the span of a sync run, and runs it in its context. */
export function startSync(tracer: Tracer, message: SyncMessage, onEnd: () => void): void {
  const { task, name } = message;
  const attributes = { [names.syncTask]: task, [names.syncName]: name };
  const span = tracer.startSpan(`sync ${task}`, { kind: SpanKind.INTERNAL, attributes });
  runIn(span, message, () => {
    if (message.error !== undefined) fail(span, errorTypeOfError(message.error));
    onEnd();
  });
}

/** Starts the span of a step of an outbox, linked to the span that added its entry. Runs the step in its context. */
export function startOutboxStep(tracer: Tracer, message: OutboxMessage): Span {
  const { kind, step, headers } = message;
  const attributes = { [names.outboxStep]: step, [names.outboxKind]: kind };
  const added = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  const span = tracer.startSpan(`outbox ${step}`, {
    kind: SpanKind.INTERNAL,
    attributes,
    links: added ? [{ context: added }] : [],
  });
  runIn(span, message, () => {
    if (message.error !== undefined) fail(span, errorTypeOfError(message.error));
  });
  return span;
}

/** Runs work in the context of a span, and ends the span with the work, even if recording stops before. */
function runIn(span: Span, message: Pick<CallMessage, 'run'>, onEnd: () => void): void {
  const own = trace.setSpan(context.active(), span);
  const { run } = message;
  message.run = (work) =>
    context.with(own, async () => {
      try {
        return await run(work);
      } finally {
        onEnd();
        span.end();
      }
    });
}

function fail(span: Span, type: string): void {
  span.setAttribute(names.errorType, type).setStatus({ code: SpanStatusCode.ERROR });
}
