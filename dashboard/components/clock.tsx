import { useMemo, useState } from 'preact/hooks';
import { useInterval } from '../use-interval.js';
import { useOverview } from '../use-overview.js';
import { Time } from './values.js';

/** Returns the time of the emulator in milliseconds since the epoch, updated every `interval`; `undefined` until it has loaded. */
export function useNow(interval: number): number | undefined {
  const { data } = useOverview();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), interval);
  // The clock of the browser can differ from the clock of the machine that runs the emulator.
  const ahead = useMemo(() => data && Date.parse(data.now) - Date.now(), [data]);
  if (data?.isClockHeld === true) return Date.parse(data.now);
  return ahead === undefined ? undefined : now + ahead;
}

/** The time of the emulator, to the second. */
export function Clock() {
  const now = useNow(1_000);
  return now === undefined ? null : <Time at={new Date(now).toISOString()} />;
}
