import { z } from 'zod';
import { useCases } from '../entities/use-case.js';
import { fakeEndpoints } from '../fake/index.js';

const name = z.string().min(1);
const status = z.int().min(400).max(599);
const statusOrFalse = 'must be false or a whole number from 400 to 599';
/** In milliseconds, at most an hour. With the maximum of retries, the last delay still fits into a timer. */
const time = z.int().min(0).max(3_600_000);
const endpoints = z.array(z.enum(fakeEndpoints)).exactOptional();

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** A value for all lists with pages, or one for some of them. @param values - what a value must be */
function perList<Value extends z.ZodType>(value: Value, values: string) {
  const ofList = value.exactOptional();
  const ofLists = z.strictObject({ orders: ofList, actionLogs: ofList, goodsReceipts: ofList });
  return z.union([value, ofLists], `must be ${values}, or an object with one for each list`);
}

const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  perList(z.enum(names), either.format(names));

/** The assumptions in JSON, with the default first if there are several values. */
export const assumptionSchema = z
  .strictObject({
    cursorParam: perList(name, 'a name'),
    wrapper: perList(name, 'a name'),
    bareLists: z.boolean(),
    nextField: perList(name, 'a name'),
    cursorForm: oneOf('text', 'number', 'url'),
    nextOnLastPage: oneOf('null', 'absent', 'false'),
    emptyPages: oneOf('list', 'null', 'absent'),
    sparsePages: perList(z.boolean(), 'true or false'),
    orderSorting: z.enum(['oldest-first', 'newest-first', 'shuffled']),
    bounds: oneOf('inclusive', 'exclusive', 'half-open'),
    ordersFilteredBy: z.enum(['created', 'updated']),
    orderRangeRequired: z.boolean(),
    listsPartnerAggregated: z.boolean(),
    menuWrapper: z.union([z.literal(false), name], 'must be false or a name'),
    unknownChannelTypeStatus: z.union([status, z.literal(false)], statusOrFalse),
    editsVisible: z.enum(['published', 'at-once']),
    undocumentedFields: z.boolean(),
    emptyFields: oneOf('absent', 'null'),
    emptyLists: z.enum(['empty', 'absent', 'null']),
    fieldErrors: z.enum(['list', 'record']),
    headerDifference: z.literal([0, -0.01, 0.01]),
    allows: z.strictObject({
      'digital-ordering': endpoints,
      reservations: endpoints,
      'order-data': endpoints,
      'inventory-management': endpoints,
    }),
    repeatedQueryParameter: z.enum(['rejected', 'first']),
    wrongMethodStatus: status,
    discountField: name,
    dineInOrders: z.boolean(),
    partnerInfoRequired: z.boolean(),
    endedOrderStatus: status,
    foreignOrderStatus: z.union([z.literal(false), status], statusOrFalse),
    foreignReservationStatus: status,
    startedReservationStatus: z.union([status, z.literal(false)], statusOrFalse),
    reservationRuleStatus: status,
    replaysValidationErrors: z.boolean(),
    replayAfterServerError: z.enum(['success', 'server-error']),
    concurrentDuplicate: z.enum(['waits', 'conflict']),
    windowPhase: time,
    retryAfter: z.enum(['rounded-up', 'zero']),
    eventPayloads: z.enum(['thin', 'bare']),
    webhooksForUnownedOrders: z.boolean(),
    webhooksForRevokedKeys: z.boolean(),
    outletUpdatedReceivers: z.array(z.enum(useCases)),
    republishKeepsUpdatedAt: z.boolean(),
    webhookRetries: z.int().min(0).max(10),
    webhookRetryDelay: time,
    webhookTimeout: time.min(1),
    webhookDelay: time,
    webhookDuplicates: z.number().min(0).max(1),
  })
  .partial();

const members = Object.entries(assumptionSchema.shape);

/** Changes of assumptions in JSON, where `null` restores the value of the start. The result is for `fake.assume`. */
export const assumptionPatch = z
  .strictObject(Object.fromEntries(members.map(([name, schema]) => [name, schema.nullable()])))
  .transform((changes) =>
    Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? undefined])),
  )
  .pipe(assumptionSchema);

/** The JSON Schema of each assumption, by name. */
export const assumptionJsonSchemas = z.toJSONSchema(assumptionSchema).properties ?? {};
