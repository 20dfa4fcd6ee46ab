import { useDeferredValue, useState, type ComponentType } from 'react';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './lazy-dialog.module.css';

/** A dialog in a separate chunk, loaded when first opened: the dialog library is larger than most pages. It
 * stays mounted, so that closing animates. What opens it is drawn before the dialog is rendered. */
export function lazyDialog<P extends { open: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Dialog = lazyComponent(load, {
    loading: ({ open }) => open && <OnItsWay />,
    failedTitle: recurring.couldNotLoadThisPart,
  });

  return function LazyDialog(props: P) {
    const [isAsked, setIsAsked] = useState(props.open);
    if (props.open && !isAsked) setIsAsked(true);
    const open = useDeferredValue(props.open) && props.open;
    return isAsked ? <Dialog {...props} open={open} /> : null;
  };
}

/** Where the dialog will be: on a slow network it takes a moment to come. */
const OnItsWay = () => (
  <p className={styles.coming} role="status">
    {recurring.loading}
  </p>
);
