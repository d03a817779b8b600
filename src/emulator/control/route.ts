import type { Context } from 'hono';
import type { Hono } from 'hono/tiny';
import { ZodError, type ZodType, z } from 'zod';
import { FakeError } from '../../fake/fake-error.js';
import type { ControlError, ControlRoutes } from '../contract.js';
import type { DeliveryViews } from './delivery-views.js';
import { type Emulation, UnknownIdError } from './emulation.js';

type RouteName = keyof ControlRoutes;

/** What a request sends: the body of a write, or the query of a GET. */
type Sent<Name extends RouteName> = ControlRoutes[Name] extends { body: infer Body }
  ? { readonly body: Body }
  : ControlRoutes[Name] extends { query: infer Query }
    ? { readonly query: Query }
    : unknown;

type Input<Name extends RouteName> = Sent<Name> &
  (Name extends `${string}/:id${string}` ? { readonly id: string } : unknown);

type Result<Name extends RouteName> = ControlRoutes[Name]['result'];

type Handler<Name extends RouteName> = (input: Input<Name>) => Result<Name> | Promise<Result<Name>>;

/** Routes with a body or a query also take the schema that validates it. The values of a query are text: use `z.coerce`. */
type Parameters<Name extends RouteName> =
  Sent<Name> extends { readonly body: infer Value } | { readonly query: infer Value }
    ? [schema: ZodType<Value>, handler: Handler<Name>]
    : [handler: Handler<Name>];

/**
 * Adds a route of the contract. The response is a 204 if the handler returns `undefined`.
 *
 * An `UnknownIdError` becomes a 404, invalid input a 400, and a `FakeError` a 409, with the message of the error. Any other error is a
 * defect: it becomes a 500, and is reported.
 */
export type AddRoute = <Name extends RouteName>(name: Name, ...parameters: Parameters<Name>) => void;

/** What each file of this folder needs to add its routes. */
export interface ControlContext {
  readonly route: AddRoute;
  readonly emulation: Emulation;
  readonly deliveries: DeliveryViews;
}

type AnyHandler = (input: { id: string; query: unknown; body: unknown }) => unknown;

export function createAddRoute(app: Hono, onError: (error: unknown) => void): AddRoute {
  function add(name: string, ...parameters: readonly [AnyHandler] | readonly [ZodType, AnyHandler]): void {
    const [method = '', path = ''] = name.split(' ');
    const [schema, handler] = parameters.length === 1 ? [z.unknown(), parameters[0]] : parameters;
    app.on(method, path, async (context) => {
      const id = context.req.param('id') ?? '';
      try {
        const sent = method === 'GET' ? context.req.query() : await readJson(context);
        const value = schema.parse(sent);
        const result = await handler({ id, query: value, body: value });
        return result === undefined ? context.body(null, 204) : context.json(result);
      } catch (error) {
        const status = statusOf(error);
        if (status === 500) onError(error);
        const body: ControlError = { message: messageOf(error, status) };
        return context.json(body, status);
      }
    });
  }
  // The types of a route depend on its name, which the implementation only knows as text.
  return add as AddRoute;
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('The body is not valid JSON.');
  }
}

function statusOf(error: unknown): 400 | 404 | 409 | 500 {
  if (error instanceof UnknownIdError) return 404;
  if (error instanceof ZodError || error instanceof SyntaxError) return 400;
  return error instanceof FakeError ? 409 : 500;
}

function messageOf(error: unknown, status: number): string {
  if (error instanceof ZodError) return error.issues.map(issueText).join(' ');
  const text = error instanceof Error ? error.message : String(error);
  return status === 500 ? `The emulator failed unexpectedly: ${text}. Its terminal shows the stack.` : text;
}

/** Our own messages are sentences. Those of zod need the name of the field and a full stop. */
function issueText({ message, path }: ZodError['issues'][number]): string {
  return message.endsWith('.') ? message : `${path.join('.') || 'The body'}: ${message}.`;
}
