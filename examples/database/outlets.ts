import { dayRange } from 'outlet-open-api';
import { currencyDecimals } from 'outlet-open-api/accounting';
import type { Database } from './database.js';

/** What the API does not return about an outlet. */
export interface OutletSettings {
  /** Your ID of the outlet. */
  readonly outletRef: string;
  readonly timeZone: string;
  readonly currency: string;
  /** When a business day starts, such as `04:00`. */
  readonly startsAt: string;
  /** The first business day to post. Choose one that is complete in the copy. */
  readonly firstDay: string;
}

/** Adds an outlet, or changes its settings. Throws if one is invalid. */
export async function addOutlet(db: Database, settings: OutletSettings): Promise<void> {
  const { outletRef, timeZone, currency, startsAt, firstDay } = settings;
  dayRange(firstDay, timeZone, { startsAt });
  currencyDecimals(currency);
  await db.query(
    `insert into outlets (ref, time_zone, currency, day_starts_at, first_day) values ($1, $2, $3, $4, $5)
     on conflict (ref) do update set time_zone = excluded.time_zone, currency = excluded.currency,
       day_starts_at = excluded.day_starts_at, first_day = excluded.first_day`,
    [outletRef, timeZone, currency, startsAt, firstDay],
  );
}

export async function settingsOf(db: Database, outletRef: string): Promise<OutletSettings> {
  const { rows } = await db.query<OutletSettings & Record<string, unknown>>(
    `select ref as "outletRef", time_zone as "timeZone", currency, day_starts_at as "startsAt",
       first_day as "firstDay" from outlets where ref = $1`,
    [outletRef],
  );
  const [settings] = rows;
  if (!settings) throw new Error(`There is no outlet ${outletRef}. Add it with npm run add-outlet.`);
  return settings;
}
