import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';

/** A page that may be there before it is shown. */
export type Preloaded = { part: ComponentType | null };

/** In a separate chunk (NAV-08). */
export const lazyPage = (
  load: () => Promise<ComponentType>,
  preloaded?: Preloaded,
  loading: ReactNode = <Spinner page />,
): ComponentType =>
  lazyPart<object>(load, {
    loading,
    failedTitle: recurring.couldNotLoadThisPage,
    isPage: true,
    ...(preloaded && { preloaded }),
  });
