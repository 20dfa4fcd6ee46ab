/** A press on a prerendered page before its scripts had loaded. `place`: index among all buttons, or forms. */
type EarlyAct = { kind: 'click' | 'submit'; place: number };

declare global {
  var earlyActs: EarlyAct[] | undefined;
}

/** On the root of a page that the scripts have not taken over yet (PWA-07). */
const PRERENDERED = 'data-prerendered';
const BUTTONS = 'button:not([type=submit])';

/** Null where there is none, or the app has it. */
export const prerenderedRoot = (): Element | null => document.querySelector(`#root[${PRERENDERED}]`);

/** Also keeps the browser from sending a form, whose password would be in the address. Inlined into the page. */
export function keepEarlyActs(): void {
  const acts: EarlyAct[] = (globalThis.earlyActs = []);
  const note = (kind: EarlyAct['kind'], selector: string, target: EventTarget | null) => {
    const root = prerenderedRoot();
    const found = target instanceof Element ? target.closest(selector) : null;
    const place = root && found ? [...root.querySelectorAll(selector)].indexOf(found) : -1;
    if (place >= 0) acts.push({ kind, place });
    return root !== null;
  };
  addEventListener('click', ({ target }) => void note('click', BUTTONS, target), true);
  addEventListener('submit', (event) => note('submit', 'form', event.target) && event.preventDefault(), true);
}

/** The app has the page from here on. */
export const endPrerendered = (root: Element): void => root.removeAttribute(PRERENDERED);

export function repeatEarlyActs(root: ParentNode): void {
  for (const { kind, place } of globalThis.earlyActs?.splice(0) ?? []) {
    if (kind === 'click') root.querySelectorAll<HTMLButtonElement>(BUTTONS)[place]?.click();
    else root.querySelectorAll('form')[place]?.requestSubmit();
  }
}
