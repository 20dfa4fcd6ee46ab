import type { ComponentType } from 'react';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** In a separate chunk (NAV-08). */
export const lazyPage = (load: () => Promise<ComponentType>): ComponentType =>
  lazyPart<object>(load, {
    loading: <Spinner page />,
    failedTitle: 'Could not load this page',
    isPage: true,
  });
