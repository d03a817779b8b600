import { useEffect, useState } from 'preact/hooks';
import { Time } from './values.js';

/** A clock that runs on from the time that the emulator reported. */
export function Clock({ at }: { at: string }) {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const offset = Date.parse(at) - Date.now();
    const show = () => setNow(new Date(Date.now() + offset).toISOString());
    show();
    const timer = setInterval(show, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return <Time at={now} />;
}
