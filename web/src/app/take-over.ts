import { flushSync } from 'react-dom';
import { getSessionState } from '#web/auth/session.ts';
import { endPrerendered, prerenderedRoot, repeatEarlyActs } from '#web/lib/loading/early-acts.ts';
import { logError } from '#web/lib/log.ts';
import { FORGOT_PASSWORD, JOIN, LOGIN, REGISTER } from './public-pages.ts';

const PRERENDERED = new Map([
  ['/login', LOGIN],
  ['/register', REGISTER],
  ['/forgot-password', FORGOT_PASSWORD],
]);
const INVITATION = /^\/join\/[^/]+$/;

const pageAt = (path: string) => (INVITATION.test(path) ? JOIN : PRERENDERED.get(path));

type Typed = { value: string; isFocused: boolean; selection: [number | null, number | null] };

/** Renders the app; a prerendered page stays until its chunk is loaded, then what was typed and pressed is repeated (PWA-07). */
export function takeOver(render: () => void): void {
  const root = prerenderedRoot();
  const page = pageAt(location.pathname);
  if (root === null || page === undefined || getSessionState().status !== 'signed_out') {
    if (root) endPrerendered(root);
    return render();
  }
  const replace = () => {
    const typed = fieldsOf(root).map(read);
    endPrerendered(root);
    flushSync(render);
    for (const [place, field] of fieldsOf(root).entries()) write(field, typed[place]);
    repeatEarlyActs(root);
  };
  page.preload().then(replace, (cause: unknown) => {
    logError('a page did not load', cause);
    replace();
  });
}

const fieldsOf = (root: Element) => [...root.querySelectorAll('input')];

function read(field: HTMLInputElement): Typed {
  const { value, selectionStart, selectionEnd } = field;
  return { value, isFocused: field === document.activeElement, selection: [selectionStart, selectionEnd] };
}

/** React hears of the change by the event, and compares with what was set through its own setter. */
function write(field: HTMLInputElement, typed: Typed | undefined): void {
  if (typed === undefined) return;
  if (typed.value !== '') {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed.value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (!typed.isFocused) return;
  field.focus({ preventScroll: true });
  // An address field has no selection to set.
  if (typed.selection[0] !== null) field.setSelectionRange(...typed.selection);
}
