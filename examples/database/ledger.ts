import { currencyDecimals, type Taking } from 'outlet-open-api/accounting';

/** What an outlet has taken on a business day with one payment method, or a correction of that. */
export interface TakingsDocument extends Taking {
  /** The outlet, day, method, currency and number, such as `bistro/2026-11-01/card/THB/1`. */
  readonly reference: string;
}

/** Your accounting system. */
export interface SalesLedger {
  /** Creates a document, unless it exists. */
  post(document: TakingsDocument): Promise<void>;
  /** Throws if the system is down. Let it send a small request, such as one that reads your company. */
  check(): Promise<void>;
}

/** Opens an accounting system: here, that of story/accounting-system.ts. Replace its requests by those of yours. */
export function openLedger(url: string): SalesLedger {
  async function send<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(10_000) });
    if (!response.ok)
      throw new Error(`The accounting system returned ${response.status}: ${await response.text()}`);
    return response.json();
  }
  const readCompany = () => send<{ readonly openFrom: string }>('/company');
  return {
    async post({ reference, day, currency, minorUnits }) {
      const decimals = currencyDecimals(currency);
      const amount = (minorUnits / 10 ** decimals).toFixed(decimals);
      // An earlier attempt can have arrived, so long ago that the system has forgotten its key.
      const [found] = await send<{ readonly amount: string }[]>(
        `/documents?reference=${encodeURIComponent(reference)}`,
      );
      if (found && found.amount !== amount) throw new Error(`The document exists, with ${found.amount}.`);
      if (found) return;
      // What changes in a closed month is booked in the open one.
      const { openFrom } = await readCompany();
      const isClosed = day < openFrom;
      const date = isClosed ? openFrom : day;
      await send('/documents', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': reference },
        body: JSON.stringify({ reference, date, amount, currency }),
      });
    },
    check: async () => void (await readCompany()),
  };
}
