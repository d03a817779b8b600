import type { Context } from 'hono';
import type { Hono } from 'hono/tiny';
import { ZodError, z } from 'zod';
import { FakeError, type FakeOutlet, type Outlet, UnknownIdError } from '../../fake/index.js';
import {
  type ControlError,
  type ControlRoutes,
  emulatorRoutes,
  outletRoutes,
  type Query,
  type Result,
  type RouteName,
} from '../contract/index.js';
import { firstOutlet, type RouteDescription } from '../contract/route.js';
import type { EmulatorState } from './emulator-state.js';

/** What a request sends. A body has the defaults of its form. */
type Input<Name extends RouteName> = {
  readonly body: ControlRoutes[Name] extends { body: z.ZodType<infer Body> } ? Body : undefined;
  readonly query: Query<Name>;
  /** The ID in the path; empty if the path has none. */
  readonly id: string;
} & RequestContext;

interface RequestContext {
  /** The outlet in the path, or the first outlet for routes about the emulator. */
  readonly outlet: Outlet;
  readonly fake: FakeOutlet;
  /** The URL of the emulator, as the client wrote it. */
  readonly origin: string;
  /** Aborts if the client disconnects. */
  readonly signal: AbortSignal;
}

type Handler<Name extends RouteName> = ControlRoutes[Name] extends { result: z.ZodType }
  ? (input: Input<Name>) => Result<Name> | Promise<Result<Name>>
  : (input: Input<Name>) => void | Promise<void>;

/**
 * Adds a route of the contract. The response is a 204 if the handler returns `undefined`.
 *
 * An `UnknownIdError` becomes a 404, invalid input a 400, and another `FakeError` a 409, with the message of the error. Any other error
 * is a defect: it becomes a 500, and is reported.
 */
export type AddRoute = <Name extends RouteName>(name: Name, handler: Handler<Name>) => void;

type AnyHandler = (input: RequestContext & { id: string; query: unknown; body: unknown }) => unknown;

/** What a route takes without a form. */
const nothing = z.strictObject({});

export function createAddRoute(
  app: Hono,
  emulator: EmulatorState,
  onError: (error: unknown) => void,
): AddRoute {
  const descriptions: Readonly<Record<string, RouteDescription>> = { ...emulatorRoutes, ...outletRoutes };

  function partsOf(outletId: string | undefined): Pick<RequestContext, 'outlet' | 'fake'> {
    if (outletId === undefined || outletId === firstOutlet) return emulator;
    const found = emulator.outlets.find(({ outlet }) => outlet.outletId === outletId);
    if (!found) throw new UnknownIdError(`No outlet has the ID ${outletId}.`);
    return found;
  }

  function add(name: string, handler: AnyHandler): void {
    const { query = nothing, body = nothing } = descriptions[name] ?? {};
    const [method = '', template = ''] = name.split(' ');
    const prefix = name in outletRoutes ? '/outlets/:outletId' : '';
    app.on(method, prefix + template.replace('{id}', ':id'), async (context) => {
      const { req } = context;
      try {
        const { outlet, fake } = partsOf(req.param('outletId'));
        const result = await handler({
          outlet,
          fake,
          id: req.param('id') ?? '',
          query: query.parse(req.query()),
          body: body.parse(await readJson(context)),
          origin: `http://${req.header('host') ?? new URL(emulator.fake.baseUrl).host}`,
          signal: req.raw.signal,
        });
        return result === undefined ? context.body(null, 204) : context.json(result);
      } catch (error) {
        const status = statusOf(error);
        if (status === 500) onError(error);
        return context.json(bodyOf(error, status), status);
      }
    });
  }
  // The types of a route depend on its name, which the implementation only knows as text.
  return add as AddRoute;
}

/** Programs can leave out a body that has only fields with defaults. */
async function readJson({ req }: Context): Promise<unknown> {
  const text = await req.text();
  if (text === '') return {};
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

function bodyOf(error: unknown, code: number): ControlError {
  if (error instanceof ZodError) {
    const errors = error.issues.flatMap(errorsOf);
    return { code, message: errors.map(sentence).join(' '), errors };
  }
  const text = error instanceof Error ? error.message : String(error);
  const isDefect = code === 500;
  return {
    code,
    message: isDefect ? `The emulator failed unexpectedly: ${text}. Its terminal shows the stack.` : text,
  };
}

type FieldError = NonNullable<ControlError['errors']>[number];

/** Returns the errors of an issue, by field. An unknown field has an error of its own. */
function errorsOf(issue: ZodError['issues'][number]): FieldError[] {
  const { path, message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ field: z.core.toDotPath(path), message }];
  return issue.keys.map((key) => ({ field: z.core.toDotPath([...path, key]), message: 'is unknown' }));
}

/** Our own messages are sentences. Those of zod need the name of the field and a full stop. */
function sentence({ field, message }: FieldError): string {
  return message.endsWith('.') ? message : `${field || 'The request'}: ${message}.`;
}
