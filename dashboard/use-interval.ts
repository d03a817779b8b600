import { useEffect } from 'preact/hooks';

/** Calls a function every `interval` while the page is visible. The function must not change. */
export function useInterval(tick: () => void, interval: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) tick();
    }, interval);
    return () => clearInterval(timer);
  }, [interval]);
}
