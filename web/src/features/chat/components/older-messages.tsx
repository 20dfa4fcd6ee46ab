import { useEffect, useRef, useState, type RefObject } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as texts from '#web/texts/chat.tsx';
import { useOlder } from '../log-queries.ts';
import styles from './message-list.module.css';

/** Distance at which older messages are prefetched. */
const AHEAD_PX = 800;

type Props = {
  eventId: number;
  firstSeq: number;
  scroller: RefObject<HTMLElement | null>;
  onLostFocus: () => void;
};

/** Loads more near the upper end of the log (CHAT-10). */
export function OlderMessages({ eventId, firstSeq, scroller, onLostFocus }: Props) {
  const mark = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const query = useOlder(eventId, firstSeq, isNear);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { root: scroller.current, rootMargin: `${AHEAD_PX}px 0px 0px` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [scroller]);
  return (
    <div ref={mark} className={cx(firstSeq > 1 && styles.older)}>
      {query.isError && firstSeq > 1 ? (
        <Retry busy={query.isFetching} onRetry={() => void query.refetch()} onLostFocus={onLostFocus} />
      ) : (
        query.isFetching && <Spinner label={texts.loadingOlderMessages} />
      )}
    </div>
  );
}

type RetryProps = { busy: boolean; onRetry: () => void; onLostFocus: () => void };

function Retry({ busy, onRetry, onLostFocus }: RetryProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, onLostFocus);
  return (
    <Button ref={button} variant="quiet" size="small" busy={busy} onClick={onRetry}>
      {texts.loadOlderMessagesFailed}
    </Button>
  );
}
