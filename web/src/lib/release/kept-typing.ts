import { typeAgain, typedFields, type TypedField } from '#web/lib/typing/typed-fields.ts';
import { isTouched } from '#web/lib/typing/touched-fields.ts';
import { ofTab, writeItem } from '#web/lib/storage/safe-storage.ts';
import { webClock } from '#web/lib/time/clock.ts';

const KEY = 'hereabouts.typed';
/** A page may take this long to show its fields again, some of them only once a button is pressed. */
const FIELDS_MAX_MS = 15_000;

/** For the next page in this tab. Without storage the larger forms, which keep themselves, are lost as well. */
export function keepTyped(): void {
  const fields = typedFields(document, isTouched);
  if (fields.length > 0) writeItem(KEY, JSON.stringify({ path: location.pathname, fields }), ofTab);
}

/** Only on the page where it was typed. Call once. */
export function retypeKept(): void {
  const { pathname } = location;
  let left = takeKept();
  if (left.length === 0) return;
  const observer = new MutationObserver(() => look());
  const stop = () => observer.disconnect();
  const look = () => {
    if (location.pathname !== pathname) return stop();
    left = typeAgain(document, left, isTouched);
    if (left.length === 0) stop();
  };
  observer.observe(document, { childList: true, subtree: true });
  webClock.after(FIELDS_MAX_MS, stop);
  look();
}

function takeKept(): TypedField[] {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const kept = JSON.parse(text ?? 'null') as { path: string; fields: TypedField[] } | null;
    return kept?.path === location.pathname ? kept.fields : [];
  } catch {
    return [];
  }
}
