import { useEffect, useState, type ComponentType } from 'react';
import { loadChunk } from '#web/lib/chunk.ts';
import { logError } from '#web/lib/log.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type State = { kind: 'loading' } | { kind: 'ready'; Page: ComponentType } | { kind: 'failed' };

/**
 * A page in a chunk of its own. Not React.lazy: that one remembers a failure for good, and a person on a bad network
 * must be able to try again (NAV-08).
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let known: ComponentType | null = null;

  return function LazyPage() {
    const [state, setState] = useState<State>(known ? { kind: 'ready', Page: known } : { kind: 'loading' });
    const [attempt, setAttempt] = useState(0);

    useEffect(() => {
      if (known) return;
      let gone = false;
      loadChunk(load).then(
        (Page) => {
          known = Page;
          if (!gone) setState({ kind: 'ready', Page });
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

    if (state.kind === 'ready') return <state.Page />;
    if (state.kind === 'loading') return <Spinner page />;
    const retry = () => {
      // Some browsers keep a failed module for as long as the document lives.
      if (attempt > 0) return location.reload();
      setState({ kind: 'loading' });
      setAttempt(attempt + 1);
    };
    return (
      <ErrorState title="Could not load this page" onRetry={retry}>
        Check your connection and try again.
      </ErrorState>
    );
  };
}
