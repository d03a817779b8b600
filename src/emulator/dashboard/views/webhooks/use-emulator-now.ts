import { useEffect, useMemo, useState } from 'preact/hooks';
import { useData } from '../../use-data.js';

/** Returns the time of the emulator in milliseconds, updated each second; `undefined` until the clock has loaded. */
export function useEmulatorNow(): number | undefined {
  const { data } = useData('GET /clock', {}, ['clock']);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  // The clock of the browser can differ from the clock of the machine that runs the emulator.
  const ahead = useMemo(() => data && Date.parse(data.now) - Date.now(), [data]);
  return ahead === undefined ? undefined : now + ahead;
}
