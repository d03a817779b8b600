import * as z from 'zod/mini';
import { useCases } from '../../entities/use-case.js';
import { assumptionSchema } from '../assumption-schema.js';
import { isHttpUrl } from '../contract/keys.js';
import { type FakeSnapshot, snapshotVersion } from './snapshot.js';

/** Marks the files of the emulator. */
export const stateFormat = 'outlet-open-api emulator';

/** What any version writes. */
export const stateHeader = z.looseObject({ format: z.literal(stateFormat), version: z.int() });

const object = z.looseObject;
const text = z.string();
const list = z.array(object({}));
const draftOf = <Entry extends z.ZodMiniType>(entry: Entry) =>
  object({ edited: z.array(entry), published: z.array(entry) });
const priced = object({ id: text, name: text, price: z.number() });

/** The fields that the emulator relies on. Others can be missing, because the API specification leaves them out. */
const fields = object({
  version: z.literal(snapshotVersion),
  options: object({
    seed: z.number(),
    hostile: z.boolean(),
    merchantId: text,
    outletId: text,
    currency: text,
    assumed: z.optional(assumptionSchema),
  }),
  clockAheadBy: z.number(),
  nextSeed: z.number(),
  details: object({ name: text, address: text, phoneNumber: text }),
  channels: draftOf(object({ id: text, type: text })),
  menuItems: draftOf(z.extend(priced, { options: z.array(priced) })),
  keys: object({
    seed: z.number(),
    nextSeed: z.number(),
    entries: z.array(
      object({
        id: text,
        // The emulator prints it as a line for a shell.
        token: text.check(z.regex(/^[\w.~+/=-]+$/)),
        label: text,
        useCase: z.enum(useCases),
        webhookUrl: z.optional(text.check(z.refine((url) => url === '' || isHttpUrl(url)))),
        revoked: z.boolean(),
        isRemoved: z.boolean(),
      }),
    ),
  }),
  orders: z.array(
    object({
      order: object({
        id: text,
        status: text,
        items: list,
        payments: list,
        total: z.number(),
        created: text,
        updatedAt: text,
      }),
      createdBy: z.optional(text),
      partnerAggregated: z.boolean(),
    }),
  ),
  log: z.array(
    object({
      orderId: text,
      entry: object({ action: text, actor: object({}), metadata: object({}), created: text }),
    }),
  ),
  receipts: z.array(
    object({
      given: object({ id: text, goodsReceiptNumber: text, created: text }),
      receipt: object({ id: text, status: text, created: text, items: list }),
    }),
  ),
  receiptCount: z.number(),
  responses: z.array(
    object({
      key: text,
      fingerprint: text,
      since: z.number(),
      response: object({ status: z.int(), headers: z.optional(z.record(text, text)) }),
    }),
  ),
  photos: z.array(z.tuple([text, object({ type: text, bytes: z.number() })])),
});

/** The content of a state file of this version. */
export const stateSchema = z.pipe(fields, z.custom<FakeSnapshot, z.output<typeof fields>>());
