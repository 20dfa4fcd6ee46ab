import { useEffect, useRef } from 'react';
import { afterNextFrame } from '#web/lib/device/after-next-frame.ts';
import type { FormField, FormProblem } from './problems.ts';

/** Takes the person to the first field that a problem is about, at every press of the button (EVF-21). A field is found by
 * `data-field` on what surrounds it; what takes the focus is its first control, or the map's canvas. */
export function useProblemFocus(problem: FormProblem | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = problem?.fields[0];
    // What is wrong is drawn first: bringing a field into sight draws the whole screen anew.
    if (field !== undefined) afterNextFrame(() => showField(form.current, field));
  }, [problem]);
  return form;
}

function showField(form: HTMLFormElement | null, field: FormField): void {
  const part = form?.querySelector(`[data-field="${field}"]`);
  if (!part) return;
  part.scrollIntoView({ block: 'center' });
  part.querySelector<HTMLElement>(CONTROLS[field])?.focus({ preventScroll: true });
}

const CONTROLS: Readonly<Record<FormField, string>> = {
  title: 'textarea',
  description: 'textarea',
  start: 'input',
  end: 'input',
  place: 'button',
  point: '.map-canvas',
  image: 'input',
  places: 'input',
};
