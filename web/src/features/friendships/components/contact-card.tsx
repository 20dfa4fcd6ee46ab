import type { Contact, ContactTab } from '@hereabouts/contract/friendships';
import { NO_NAME } from '@hereabouts/contract/users';
import { UserRoundMinus, UserRoundPlus } from 'lucide-react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { formatDate } from '#web/lib/time/dates.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmailText } from '#web/ui/text/email-text.tsx';
import type { FriendshipAction } from '../friendship-actions.ts';
import styles from './contact-card.module.css';

type Props = {
  contact: Contact;
  tab: ContactTab;
  /** This person's item is being processed. */
  busy: boolean;
  onAct: (action: FriendshipAction) => void;
  onUnfriend: (contact: Contact) => void;
};

/** One line of the contacts. Source: CONT-04, CONT-05. */
export function ContactCard({ contact, tab, busy, onAct, onUnfriend }: Props) {
  const name = contact.name || NO_NAME;
  const since = contact.friendshipDate ?? contact.requestDate;
  return (
    <div className={cx(styles.card, styles[tab])} aria-busy={busy || undefined}>
      <Link to={`/profile/${contact.id}`} className={styles.person}>
        <Avatar id={contact.id} name={contact.name} image={contact.image} />
        <span className={styles.lines}>
          <span className={styles.name}>
            <bdi>{name}</bdi>
          </span>
          {contact.email !== null && (
            <span className={styles.line}>
              <EmailText email={contact.email} />
            </span>
          )}
          {since !== undefined && (
            <span className={styles.line}>
              {contact.friendshipDate !== undefined ? 'Friends since' : 'Requested'}{' '}
              <span className={styles.date}>{formatDate(since)}</span>
            </span>
          )}
        </span>
      </Link>
      <div className={styles.actions} role="group" aria-label={`Actions for ${name}`}>
        <Actions contact={contact} tab={tab} busy={busy} onAct={onAct} onUnfriend={onUnfriend} />
      </div>
    </div>
  );
}

function Actions({ contact, tab, busy, onAct, onUnfriend }: Props) {
  const { id: userId, friendshipId } = contact;
  if (tab === 'discover' || friendshipId === undefined) {
    return (
      <Button
        variant="secondary"
        size="small"
        icon={<UserRoundPlus aria-hidden="true" />}
        locked={busy}
        onClick={() => onAct({ kind: 'send', userId })}
      >
        Send Friend Request
      </Button>
    );
  }
  const remove = () => onAct({ kind: 'remove', userId, friendshipId });
  if (tab === 'friends') {
    return (
      <Button
        className={styles.unfriend}
        variant="secondary"
        size="small"
        icon={<UserRoundMinus aria-hidden="true" />}
        locked={busy}
        onClick={() => onUnfriend(contact)}
      >
        <span className={styles.word}>Unfriend</span>
      </Button>
    );
  }
  if (tab === 'sent') {
    return (
      <Button variant="secondary" size="small" locked={busy} onClick={remove}>
        Cancel Request
      </Button>
    );
  }
  return (
    <>
      <Button size="small" locked={busy} onClick={() => onAct({ kind: 'accept', userId, friendshipId })}>
        Accept
      </Button>
      <Button variant="secondary" size="small" locked={busy} onClick={remove}>
        Decline
      </Button>
    </>
  );
}
