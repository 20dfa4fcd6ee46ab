import { useRef } from 'react';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from './button.tsx';

type Props = {
  query: {
    isFetching: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  busyLabel: string;
  children: string;
};

/** Reads the next page of a list, and goes with the last one. Source: ERR-02. */
export function MoreButton({ query, busyLabel, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, focusHeading);
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        wide
        busy={query.isFetchingNextPage}
        locked={query.isFetching}
        busyLabel={busyLabel}
        onClick={() => void query.fetchNextPage()}
      >
        {children}
      </Button>
      {/* Gone meanwhile: said again if it fails again. */}
      {query.isFetchNextPageError && !query.isFetchingNextPage && <ErrorState />}
    </>
  );
}
