import type * as api from 'outlet-open-api';
import type * as accounting from 'outlet-open-api/accounting';
import type * as emulator from 'outlet-open-api/emulator';
import type * as exporting from 'outlet-open-api/export';
import type * as otel from 'outlet-open-api/otel';
import type * as schemas from 'outlet-open-api/schemas';
import type * as sync from 'outlet-open-api/sync';
import type * as testing from 'outlet-open-api/testing';
import type * as verification from 'outlet-open-api/verify';
import type * as webhooks from 'outlet-open-api/webhooks';
import { type AnyIn, none } from './proof.js';

/** Finds `any` in the members of a type. */
type AnyWithin<Type> = AnyIn<Required<Type>>;

none<AnyIn<typeof api>>();
none<AnyIn<typeof accounting>>();
none<AnyIn<typeof emulator>>();
none<AnyIn<typeof exporting>>();
none<AnyIn<typeof otel>>();
none<AnyIn<typeof schemas>>();
none<AnyIn<typeof sync>>();
none<AnyIn<typeof testing>>();
none<AnyIn<typeof verification>>();
none<AnyIn<typeof webhooks>>();

none<AnyWithin<api.OutletClient>>();
none<AnyWithin<api.OutletClientOptions>>();
none<AnyWithin<api.Hooks>>();
none<AnyWithin<api.CallOptions>>();
none<AnyWithin<api.ListOptions>>();
none<AnyWithin<api.Orders>>();
none<AnyWithin<api.Paginator<api.Order>>>();
none<AnyWithin<api.OutletPromise<api.Order>>>();
none<AnyWithin<api.RateLimiter>>();
none<AnyWithin<api.Order>>();
none<AnyWithin<api.ApiError>>();
none<AnyWithin<accounting.Bill>>();
none<AnyWithin<accounting.BillLine>>();
none<AnyWithin<sync.OrderFeed>>();
none<AnyWithin<sync.OrderFeedOptions>>();
none<AnyWithin<sync.BackfillOptions>>();
none<AnyWithin<sync.ReconcileCopyOptions>>();
none<AnyWithin<sync.PollOptions>>();
none<AnyWithin<sync.CheckpointOptions>>();
none<AnyWithin<sync.CheckpointStore>>();
none<AnyWithin<sync.SyncRun>>();
none<AnyWithin<emulator.Emulator>>();
none<AnyWithin<emulator.EmulatorOptions>>();
none<AnyWithin<verification.Verification>>();
none<AnyWithin<exporting.Table<api.Order>>>();
none<AnyWithin<exporting.CsvOptions>>();
none<AnyWithin<otel.InstrumentOutletOptions>>();
none<AnyWithin<testing.FakeOutlet>>();
none<AnyWithin<testing.FakeOutletOptions>>();
none<AnyWithin<webhooks.WebhookHandlerOptions>>();
none<AnyWithin<webhooks.OrderCompleteEvent>>();

// The check finds `any` in the return type of `JSON.parse`.
// @ts-expect-error the return type is any
none<AnyIn<JSON>>();
// @ts-expect-error the type of `parsed` is any
none<AnyIn<{ parsed: ReturnType<JSON['parse']> }>>();
