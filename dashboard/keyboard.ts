import { signal } from '@preact/signals';

const stored = 'shortcuts';

/** Whether `/` moves the focus to the search, and `j` and `k` to the next and the previous row or entry. */
export const areShortcutsOn = signal(localStorage.getItem(stored) !== 'off');

/** Turns the shortcuts on or off. Speech input can press single keys by accident. */
export function turnShortcuts(on: boolean): void {
  localStorage.setItem(stored, on ? 'on' : 'off');
  areShortcutsOn.value = on;
}

export function followKeys(): void {
  addEventListener('keydown', (event) => areShortcutsOn.peek() && onKey(event));
}

function onKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const isTyping = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === '/') {
    const search = document.querySelector<HTMLElement>('main input[type="search"]');
    if (search) event.preventDefault();
    search?.focus();
  }
  if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
}

/** Opens the entry after or before the one that is shown. In a list, moves the focus to the row after or before. */
function move(step: 1 | -1): void {
  const entry = document.querySelector<HTMLElement>(`main a[rel="${step === 1 ? 'next' : 'prev'}"]`);
  if (entry) return void entry.click();
  const rows = [...document.querySelectorAll('main tbody tr')];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.max(current + step, 0)]?.querySelector<HTMLElement>('a, button')?.focus();
}
