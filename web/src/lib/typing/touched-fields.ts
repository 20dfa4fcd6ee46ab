const touched = new WeakSet<EventTarget>();

/** Notes which fields a person types into. Call once, before there are any. */
export function noteTouchedFields(): void {
  addEventListener('input', ({ target }) => void (target && touched.add(target)), true);
}

export const isTouched = (field: Element): boolean => touched.has(field);
