import { effect, signal } from '@preact/signals';
import { connection } from '../live.js';
import { currentLocation } from '../location.js';

interface Toast {
  readonly number: number;
  readonly text: string;
  readonly isError: boolean;
  /** Whether the message is wrong as soon as the emulator responds again. */
  readonly untilConnected: boolean;
}

/** How long a message stays. Errors stay until the reader closes them, or opens another page. */
const duration = 5000;

const toasts = signal<readonly Toast[]>([]);
let count = 0;

effect(() => {
  if (connection.value === 'open') keep(({ untilConnected }) => !untilConnected);
});

currentLocation.subscribe(() => keep(({ isError }) => !isError));

/** Shows what was done. */
export function showMessage(text: string): void {
  const toast = add({ text, isError: false, untilConnected: false });
  setTimeout(() => remove(toast), duration);
}

/** Shows what failed, and what to do. */
export function showError(text: string, { untilConnected = false } = {}): void {
  add({ text, isError: true, untilConnected });
}

/** Removes all messages, because they are about earlier actions. */
export function dismissMessages(): void {
  toasts.value = [];
}

function add(message: Omit<Toast, 'number'>): Toast {
  count++;
  const toast = { ...message, number: count };
  toasts.value = [...toasts.value.slice(-3), toast];
  return toast;
}

function remove(toast: Toast): void {
  keep(({ number }) => number !== toast.number);
}

function keep(isKept: (toast: Toast) => boolean): void {
  toasts.value = toasts.peek().filter(isKept);
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
