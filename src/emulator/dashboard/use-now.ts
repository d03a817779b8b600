import { useEffect, useState } from 'preact/hooks';
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
  return now + (data?.aheadBy ?? 0);
}
