import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface ScrollProps {
  /** What is inside. */
  label: string;
  children: ComponentChildren;
}

/** Scrolls content that is too large. Only then is it a stop of the Tab key, so that the keyboard can scroll it. */
export function Scroll({ label, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      setOverflows(scrollWidth > clientWidth || scrollHeight > clientHeight);
    });
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const attributes = overflows ? { role: 'region' as const, tabIndex: 0, 'aria-label': label } : {};
  return (
    <div ref={box} class="scroll" {...attributes}>
      {children}
    </div>
  );
}
