/** Keys of the page: `/` for the search, `j` and `k` for the next and the previous row or entry. */
export function followKeys(): void {
  addEventListener('keydown', onKey);
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
