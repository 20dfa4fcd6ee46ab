import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ContactCard } from './contact-card.tsx';
import styles from './contact-list.module.css';
import type { ContactListProps } from './contact-list.tsx';

const ROW_ESTIMATE_PX = 80;
const OVERSCAN_ROWS = 8;
/** The next page is read when the last of these rows comes near. */
const AHEAD_ROWS = 12;

/** Only the rows in sight are in the document: thousands of people scroll smoothly. */
export function WindowedList({
  tab,
  contacts,
  busyIds,
  hasMore,
  onMore,
  onAct,
  onInvite,
  onUnfriend,
}: ContactListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [offsetTop, setOffsetTop] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setOffsetTop(top + window.scrollY);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- matters to the React compiler, which is not used
  const virtualizer = useWindowVirtualizer({
    count: contacts.length,
    estimateSize: () => ROW_ESTIMATE_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: offsetTop,
    getItemKey: (index) => contacts[index]?.id ?? index,
  });
  const rows = virtualizer.getVirtualItems();
  const lastInSight = rows.at(-1)?.index ?? 0;
  const nearEnd = hasMore && lastInSight >= contacts.length - AHEAD_ROWS;
  useEffect(() => {
    if (nearEnd) onMore();
  }, [nearEnd, contacts.length, onMore]);

  return (
    <ul ref={list} className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
      {rows.map((row) => {
        const contact = contacts[row.index];
        if (!contact) return null;
        return (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            className={styles.row}
            aria-setsize={hasMore ? -1 : contacts.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start - offsetTop}px)` }}
          >
            <ContactCard
              contact={contact}
              tab={tab}
              busy={busyIds.has(contact.id)}
              onAct={onAct}
              onInvite={onInvite}
              onUnfriend={onUnfriend}
            />
          </li>
        );
      })}
    </ul>
  );
}
