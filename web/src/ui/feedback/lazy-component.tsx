import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { logError } from '#web/lib/log.ts';
import * as texts from '#web/texts/ui.tsx';
import { ErrorState } from './error-state.tsx';
import { FailedPage } from './failed-page.tsx';

type State<P> = { kind: 'loading' } | { kind: 'ready'; Component: ComponentType<P> } | { kind: 'failed' };

/** Not React.lazy, which caches a failure: a retry on a bad network must be possible (NAV-08). */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  {
    loading,
    failedTitle,
    isPage = false,
    preloaded = null,
  }: {
    loading: ReactNode | ((props: P) => ReactNode);
    failedTitle: string;
    /** The component is a whole page, its header included. */
    isPage?: boolean;
    /** Filled by whoever loads the component before it is shown. A failure of that is retried and shown where it renders. */
    preloaded?: { component: ComponentType<P> | null } | null;
  },
): ComponentType<P> {
  let known: ComponentType<P> | null = null;

  return function LazyComponent(props: P) {
    const [state, setState] = useState<State<P>>(() => {
      known ??= preloaded?.component ?? null;
      return known ? { kind: 'ready', Component: known } : { kind: 'loading' };
    });
    const [attempt, setAttempt] = useState(0);

    useEffect(() => {
      if (known) {
        // Another instance may have loaded it between this one's rendering and its effect.
        const Component = known;
        setState((now) => (now.kind === 'ready' ? now : { kind: 'ready', Component }));
        return;
      }
      let gone = false;
      loadChunk(load).then(
        (Component) => {
          known = Component;
          if (!gone) setState({ kind: 'ready', Component });
        },
        (cause: unknown) => {
          logError('a part of the app did not load', cause);
          if (!gone) setState({ kind: 'failed' });
        },
      );
      return () => {
        gone = true;
      };
    }, [attempt]);

    if (state.kind === 'ready') return <state.Component {...props} />;
    if (state.kind === 'loading') return typeof loading === 'function' ? loading(props) : loading;
    const retry = () => {
      // Some browsers keep a failed module for as long as the document lives.
      if (attempt > 0) return location.reload();
      setState({ kind: 'loading' });
      setAttempt(attempt + 1);
    };
    if (isPage) return <FailedPage title={failedTitle} onRetry={retry} />;
    return (
      <ErrorState title={failedTitle} onRetry={retry}>
        {texts.checkYourConnectionAndTryAgain}
      </ErrorState>
    );
  };
}
