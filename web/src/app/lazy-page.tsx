import type { ComponentType, ReactNode } from 'react';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';

/** A page that may be loaded before it is shown. */
export type Preloaded = { component: ComponentType | null };

/** In a separate chunk (NAV-08). */
export const lazyPage = (
  load: () => Promise<ComponentType>,
  preloaded?: Preloaded,
  loading: ReactNode = <Spinner page />,
): ComponentType =>
  lazyComponent<object>(load, {
    loading,
    failedTitle: recurring.couldNotLoadThisPage,
    isPage: true,
    ...(preloaded && { preloaded }),
  });
