import type { Contact, ContactTab } from '@hereabouts/contract/friendships';
import { PAGE_DEFAULT } from '@hereabouts/contract/limits';
import { useState } from 'react';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as texts from '#web/texts/friendships.tsx';
import type { FriendshipAction } from '../friendship-actions.ts';
import { ContactCard } from './contact-card.tsx';
import styles from './contact-list.module.css';

export type ContactListProps = {
  tab: ContactTab;
  contacts: readonly Contact[];
  busyIds: ReadonlySet<string>;
  hasMore: boolean;
  onMore: () => void;
  onAct: (action: FriendshipAction) => void;
  onInvite: (contact: Contact) => void;
  onUnfriend: (contact: Contact) => void;
};

// What decides which rows are in sight weighs more than the rest of the page, and most people know fewer.
const WindowedList = lazyComponent<ContactListProps>(
  () => import('./windowed-list.tsx').then((module) => module.WindowedList),
  { loading: (props) => <PlainList {...props} />, failedTitle: texts.couldNotLoadThisList },
);

/** More than a page becomes a `WindowedList`. */
export function ContactList(props: ContactListProps) {
  const isLongNow = props.hasMore || props.contacts.length > PAGE_DEFAULT;
  // Stays so: a list that changed its kind would lose the focus and the place in it.
  const [isLong, setIsLong] = useState(isLongNow);
  if (isLongNow && !isLong) setIsLong(true);
  return isLong ? <WindowedList {...props} /> : <PlainList {...props} />;
}

function PlainList({ tab, contacts, busyIds, onAct, onInvite, onUnfriend }: ContactListProps) {
  return (
    <ul className={styles.plain}>
      {contacts.map((contact) => (
        <li key={contact.id}>
          <ContactCard
            contact={contact}
            tab={tab}
            busy={busyIds.has(contact.id)}
            onAct={onAct}
            onInvite={onInvite}
            onUnfriend={onUnfriend}
          />
        </li>
      ))}
    </ul>
  );
}
