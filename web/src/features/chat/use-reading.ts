import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { webClock } from '#web/lib/time/clock.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { useShown } from '#web/lib/device/use-shown.ts';
import { sendRead } from './log-queries.ts';
import { ReadPace } from './read-pace.ts';

type Reading = {
  eventId: number;
  isAtBottom: boolean;
  /** Shown from the device until it has been read: what is new in it is not known yet. */
  isKept: boolean;
  /** `seq` of the last message shown (`reachOf`). */
  reach: number;
  readSeq: number;
  /** The server knows; so must the counts on other pages. */
  onRead: (eventId: number, readSeq: number) => void;
};

/** On a visible page: at the end of the log marks all messages as read (CHAT-12), elsewhere new ones only as shown.
 * @returns `dividerAfter`: `seq` of the message above the "New" line, or null; `isShown`: the page is visible */
export function useReading({ eventId, isAtBottom, isKept, reach, readSeq, onRead }: Reading) {
  const client = useQueryClient();
  const isShown = useShown();
  const isOnline = useOnline();
  const openedAfter = readSeq < reach ? readSeq : null;
  const [dividerAfter, setDividerAfter] = useState(openedAfter);
  const [wasKept, setWasKept] = useState(isKept);
  const [pace] = useState(() => new ReadPace());
  /** Sent to the server, so that nobody gets a push about what is on the screen (PUSH-05). */
  const shownSeq = useRef(0);
  const [wasShown, setWasShown] = useState(isShown);

  if (wasKept !== isKept) {
    setWasKept(isKept);
    setDividerAfter(openedAfter);
  }

  // Messages received while hidden are new when the page is shown.
  if (wasShown !== isShown) {
    setWasShown(isShown);
    if (!isShown && isAtBottom) setDividerAfter(reach);
  }

  useEffect(() => {
    const isLookedAt = !isKept && isShown && isOnline;
    const markedSeq = isAtBottom ? readSeq : Math.max(readSeq, shownSeq.current);
    if (!isLookedAt || reach <= markedSeq) return pace.rest();
    return webClock.after(pace.waitMs(isAtBottom, webClock.now()), () => {
      pace.sent(webClock.now());
      shownSeq.current = reach;
      const marks = isAtBottom ? { seq: reach } : { seq: readSeq, shown_seq: reach };
      void sendRead(client, eventId, marks).then((seq) => {
        if (seq !== null) onRead(eventId, seq);
      });
    });
  }, [client, eventId, isAtBottom, isKept, isOnline, isShown, onRead, pace, reach, readSeq]);

  return { dividerAfter, isShown };
}
