export type ToastAction = { label: string; run: () => void };
export type Toast = { id: number; tone: 'alert' | 'notice'; text: string; action?: ToastAction | undefined };

export const TOASTS = 'data-toasts';

/** A press on a toast is none beside the dialog below it. */
export const isOnToast = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(`[${TOASTS}]`) !== null;

const LIMIT = 3;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const without = (...texts: readonly string[]) => toasts.filter(({ text }) => !texts.includes(text));

function add(tone: Toast['tone'], text: string, action?: ToastAction): void {
  // The same words again are announced again, but not stacked.
  replace([...without(text), { id: nextId++, tone, text, action }].slice(-LIMIT));
}

/** Interrupts a screen reader. */
export function showAlert(text: string): void {
  add('alert', text);
}

export function clearAlerts(...texts: readonly string[]): void {
  const others = without(...texts);
  if (others.length < toasts.length) replace(others);
}

export function showNotice(text: string, action?: ToastAction): void {
  add('notice', text, action);
}

export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

export const listToasts = (): readonly Toast[] => toasts;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
