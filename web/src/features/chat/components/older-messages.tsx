import { useEffect, useRef, useState, type RefObject } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as texts from '#web/texts/chat.tsx';
import { useOlder } from '../log-queries.ts';
import styles from './message-list.module.css';

/** Distance at which older messages are prefetched. */
const AHEAD_PX = 800;

type Props = { eventId: number; firstSeq: number; scroller: RefObject<HTMLElement | null> };

/** Loads more near the upper end of the log (CHAT-10). */
export function OlderMessages({ eventId, firstSeq, scroller }: Props) {
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
        <Button variant="quiet" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {texts.loadOlderMessagesFailed}
        </Button>
      ) : (
        query.isFetching && <Spinner label={texts.loadingOlderMessages} />
      )}
    </div>
  );
}
