/** `name` finds the field again after a reload. */
export type TypedField = { name: string; value: string };

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input, textarea, select';
/** A secret is not for a storage, and the others hold no text. */
const NOT_KEPT: ReadonlySet<string> = new Set(['password', 'file', 'hidden', 'checkbox', 'radio']);

const fieldsOf = (root: ParentNode): Field[] => [...root.querySelectorAll<Field>(FIELDS)];

/** A field's label, and which of several with the same it is. */
function namesOf(fields: readonly Field[]): Map<Field, string> {
  const seen = new Map<string, number>();
  return new Map(
    fields.map((field) => {
      const label = field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? field.name;
      const place = seen.get(label) ?? 0;
      seen.set(label, place + 1);
      return [field, `${place} ${label}`];
    }),
  );
}

/** @param isTyped by a person, not filled in by the page */
export function typedFields(root: ParentNode, isTyped: (field: Element) => boolean): TypedField[] {
  const fields = fieldsOf(root);
  const names = namesOf(fields);
  return fields
    .filter((field) => !NOT_KEPT.has(field.type) && isTyped(field))
    .map((field) => ({ name: names.get(field) ?? '', value: field.value }));
}

/** Returns those whose fields are not there yet. What somebody has typed by now stays. */
export function typeAgain(
  root: ParentNode,
  typed: readonly TypedField[],
  isTyped: (field: Element) => boolean,
): TypedField[] {
  const fields = [...namesOf(fieldsOf(root))];
  return typed.filter(({ name, value }) => {
    const field = fields.find(([, known]) => known === name)?.[0];
    if (field && !isTyped(field)) fill(field, value);
    return field === undefined;
  });
}

/** As if typed: React hears of a change by the event, and compares with what its own setter set. */
export function fill(field: Field, value: string): void {
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
}
