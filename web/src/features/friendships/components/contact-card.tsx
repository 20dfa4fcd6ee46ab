import type { Contact, ContactTab } from '@hereabouts/contract/friendships';
import { personName } from '@hereabouts/contract/users';
import { CalendarPlus, Ellipsis, Navigation, UserRoundMinus, UserRoundPlus } from 'lucide-react';
import { Fragment, memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { formatDate } from '#web/lib/time/dates.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import { Facts } from '#web/ui/text/facts.tsx';
import { IconWords } from '#web/ui/text/icon-words.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/friendships.tsx';
import type { FriendshipAction } from '../friendship-actions.ts';
import styles from './contact-card.module.css';

type Props = {
  contact: Contact;
  tab: ContactTab;
  busy: boolean;
  onAct: (action: FriendshipAction) => void;
  onInvite: (contact: Contact) => void;
  onUnfriend: (contact: Contact) => void;
};

/** Source: CONT-04, CONT-05, CONT-13. */
export const ContactCard = memo(function ContactCard(props: Props) {
  const { contact, tab, busy } = props;
  const name = personName(contact);
  const since = contact.friendshipDate ?? contact.requestDate;
  const inCommon = inCommonOf(contact);
  return (
    <div className={cx(styles.card, styles[tab])} aria-busy={busy || undefined}>
      <Link to={`/profile/${contact.id}`} className={styles.person}>
        <Avatar id={contact.id} name={contact.name} image={contact.image} />
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {inCommon.length > 0 && (
          <span className={styles.line}>
            <Facts of={inCommon} />
          </span>
        )}
        {contact.email !== null && (
          <span className={styles.email} title={contact.email}>
            {contact.email}
          </span>
        )}
        {since !== undefined && (
          <span className={styles.line}>
            {contact.friendshipDate !== undefined ? texts.friendsSince : texts.requested}{' '}
            <span className={styles.fact}>{formatDate(since)}</span>
          </span>
        )}
      </Link>
      <div className={styles.actions} role="group" aria-label={texts.actionsForName(name)}>
        <Actions {...props} />
      </div>
    </div>
  );
});

const invitation = (onSelect: () => void): MenuItem => ({
  label: texts.inviteToAnEvent,
  icon: <CalendarPlus aria-hidden="true" />,
  onSelect,
});

function Actions({ contact, tab, busy, onAct, onInvite, onUnfriend }: Props) {
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
        <IconWords hiddenOn="phone">{texts.sendFriendRequest}</IconWords>
      </Button>
    );
  }
  if (tab === 'friends') {
    const isSharing = contact.sharingEventId !== undefined;
    return (
      <>
        {isSharing && (
          <ButtonLink
            to={`/event/${contact.sharingEventId}/find/${userId}`}
            variant="secondary"
            size="small"
            className={styles.find}
            icon={<Navigation aria-hidden="true" />}
          >
            <IconWords hiddenOn="phone">{recurring.find}</IconWords>
          </ButtonLink>
        )}
        <IconButton
          className={styles.sign}
          label={texts.inviteToAnEvent}
          icon={<CalendarPlus aria-hidden="true" />}
          aria-disabled={busy || undefined}
          onClick={busy ? undefined : () => onInvite(contact)}
        />
        <Menu
          label={texts.moreForName(personName(contact))}
          heading={personName(contact)}
          icon={<Ellipsis aria-hidden="true" />}
          items={[
            // On a phone in place of its sign, for which Find leaves no room.
            ...(isSharing ? [invitation(() => onInvite(contact))] : []),
            {
              label: texts.unfriend,
              icon: <UserRoundMinus aria-hidden="true" />,
              danger: true,
              onSelect: () => onUnfriend(contact),
            },
          ]}
        />
      </>
    );
  }
  if (tab === 'sent') {
    return (
      <Button
        variant="secondary"
        size="small"
        locked={busy}
        onClick={() => onAct({ kind: 'cancel', userId, friendshipId })}
      >
        {texts.cancelRequest}
      </Button>
    );
  }
  return (
    <>
      {contact.cannotAccept !== true && (
        <Button size="small" locked={busy} onClick={() => onAct({ kind: 'accept', userId, friendshipId })}>
          {texts.accept}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        locked={busy}
        onClick={() => onAct({ kind: 'decline', userId, friendshipId })}
      >
        {texts.decline}
      </Button>
    </>
  );
}

/** Only for people to discover. Two counts share one line of a phone, with their common words only once for the eye. */
function inCommonOf({ friendsInCommon = 0, eventsInCommon = 0 }: Contact): ReactNode[] {
  const counts = [
    { count: friendsInCommon, noun: 'friend' },
    { count: eventsInCommon, noun: 'event' },
  ].filter(({ count }) => count > 0);
  return counts.map(({ count, noun }, index) => (
    <Fragment key={noun}>
      {texts.countNouns(count, noun)}{' '}
      {index === counts.length - 1 ? (
        texts.inCommon
      ) : (
        <IconWords hiddenOn="phone">{texts.inCommon}</IconWords>
      )}
    </Fragment>
  ));
}
