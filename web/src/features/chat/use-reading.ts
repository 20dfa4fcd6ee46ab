import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useOnline } from '#web/lib/device/use-online.ts';
import { useShown } from '#web/lib/device/use-shown.ts';
import { sendRead } from './log-queries.ts';
import { ReadMarker, type Looking } from './read-marker.ts';

type Reading = Looking & {
  eventId: number;
  /** Shown as it was kept until it has been read: what is new in it is not known yet. */
  isKept: boolean;
  /** The server knows; so must the counts on other pages. */
  onRead: (eventId: number, readSeq: number) => void;
};

/** On a visible page marks messages as read or shown.
 * @returns `dividerAfter`: `seq` of the message above the "New" line, or null; `isShown`: the page is visible */
export function useReading({ eventId, isAtBottom, isKept, reach, readSeq, onRead }: Reading) {
  const client = useQueryClient();
  const isShown = useShown();
  const isOnline = useOnline();
  const openedAfter = readSeq < reach ? readSeq : null;
  const [dividerAfter, setDividerAfter] = useState(openedAfter);
  const [wasKept, setWasKept] = useState(isKept);
  const marker = useMemo(
    () => new ReadMarker((marks) => sendRead(client, eventId, marks, onRead)),
    [client, eventId, onRead],
  );
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

  const isLookedAt = !isKept && isShown && isOnline;
  useEffect(
    () => marker.look(isLookedAt ? { isAtBottom, reach, readSeq } : null),
    [marker, isLookedAt, isAtBottom, reach, readSeq],
  );
  useEffect(() => () => marker.look(null), [marker]);

  return { dividerAfter, isShown };
}
