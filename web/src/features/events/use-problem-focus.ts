import { useEffect, useRef } from 'react';
import { afterNextFrame } from '#web/lib/device/after-next-frame.ts';
import type { FormField, FormProblem } from './problems.ts';

/** Focuses the first affected field at every press of the button (EVF-21): the first control in its `data-field`, or the map. */
export function useProblemFocus(problem: FormProblem | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = problem?.fields[0];
    // The problem is drawn first: scrolling to a field redraws the whole screen.
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
  friends: 'input, button',
};
