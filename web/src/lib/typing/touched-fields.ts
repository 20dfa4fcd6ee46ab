const touched = new WeakSet<EventTarget>();

/** Call once, before there are any fields. */
export function noteTouchedFields(): void {
  addEventListener('input', ({ target }) => void (target && touched.add(target)), true);
}

export const isTouched = (field: Element): boolean => touched.has(field);
