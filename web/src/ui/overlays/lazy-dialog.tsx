import { useState, type ComponentType } from 'react';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import * as recurring from '#web/texts/recurring.ts';

/** A dialog in a separate chunk, loaded when first opened: the dialog library is larger than most pages. It
 * stays mounted, so that closing animates. */
export function lazyDialog<P extends { open: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part = lazyPart(load, { loading: null, failedTitle: recurring.couldNotLoadThisPart });

  return function LazyDialog(props: P) {
    const [isAsked, setIsAsked] = useState(props.open);
    if (props.open && !isAsked) setIsAsked(true);
    return isAsked ? <Part {...props} /> : null;
  };
}
