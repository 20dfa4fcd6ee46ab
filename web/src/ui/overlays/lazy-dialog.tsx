import { useDeferredValue, useState, type ComponentType } from 'react';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './lazy-dialog.module.css';

/** Loaded when first opened: the dialog library is larger than most pages. Stays mounted, so that closing animates. */
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

/** Until the dialog has loaded. */
const OnItsWay = () => (
  <p className={styles.coming} role="status">
    {recurring.loading}
  </p>
);
