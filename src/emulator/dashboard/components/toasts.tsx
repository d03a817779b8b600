import { signal } from '@preact/signals';

interface Toast {
  readonly number: number;
  readonly text: string;
  readonly isError: boolean;
}

/** How long a message stays. Errors stay until the reader closes them. */
const duration = 5000;

const toasts = signal<readonly Toast[]>([]);
let count = 0;

/** Shows what was done. */
export function showMessage(text: string): void {
  const toast = add(text, false);
  setTimeout(() => remove(toast), duration);
}

/** Shows what failed, and what to do. */
export function showError(text: string): void {
  add(text, true);
}

/** Removes all messages, because they are about earlier actions. */
export function dismissMessages(): void {
  toasts.value = [];
}

function add(text: string, isError: boolean): Toast {
  count++;
  const toast = { number: count, text, isError };
  toasts.value = [...toasts.value.slice(-3), toast];
  return toast;
}

function remove(toast: Toast): void {
  toasts.value = toasts.value.filter(({ number }) => number !== toast.number);
}

/** The messages in the corner of the page. The regions exist before the first message, so that screen readers announce it. */
export function Toasts() {
  return (
    <div class="toasts">
      <div role="status">{toasts.value.filter(({ isError }) => !isError).map(show)}</div>
      <div role="alert">{toasts.value.filter(({ isError }) => isError).map(show)}</div>
    </div>
  );
}

function show(toast: Toast) {
  return (
    <div key={toast.number} class={toast.isError ? 'toast bad' : 'toast'}>
      <span>{toast.text}</span>
      <button type="button" class="button plain small" aria-label="Dismiss" onClick={() => remove(toast)}>
        ✕
      </button>
    </div>
  );
}
