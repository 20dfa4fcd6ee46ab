import { useState, type ComponentType } from 'react';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';

/** A dialog in a chunk of its own, loaded when it first opens: what all dialogs stand on weighs more than most pages.
 * Once loaded it stays, so that closing can be seen. */
export function lazyDialog<P extends { open: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part = lazyPart(load, { loading: null, failedTitle: 'Could not load this part' });

  return function LazyDialog(props: P) {
    const [isAsked, setIsAsked] = useState(props.open);
    if (props.open && !isAsked) setIsAsked(true);
    return isAsked ? <Part {...props} /> : null;
  };
}
