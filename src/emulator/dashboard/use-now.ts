import { useEffect, useMemo, useState } from 'preact/hooks';
import { useData } from './use-data.js';

const interval = 10_000;

/** Returns the time of the emulator's clock in milliseconds since the epoch. It advances every 10 seconds. */
export function useNow(): number {
  const { data } = useData('GET /clock', {}, ['clock']);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  // The clock of the browser can differ from the clock of the machine that runs the emulator.
  const ahead = useMemo(() => (data ? Date.parse(data.now) - Date.now() : 0), [data]);
  return now + ahead;
}
