import type { FriendLinkOffer } from '@hereabouts/contract/friend-links';
import { personName } from '@hereabouts/contract/users';
import { UserRoundPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { ApiError } from '#web/lib/api/api.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/friend-links.tsx';
import * as recurring from '#web/texts/recurring.ts';
import type { useBefriend } from '../queries.ts';
import styles from './offer.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

type Props = { offer: FriendLinkOffer; befriend: ReturnType<typeof useBefriend>; isSignedIn: boolean };

/** The name stands alone, so that none continues a sentence. */
export function Offer({ offer, befriend, isSignedIn }: Props) {
  const isAnonymous = useIsAnonymous();
  const { owner } = offer;
  const name = personName(owner);
  return (
    <Card className={styles.card ?? ''}>
      <Avatar id={owner.id} name={owner.name} image={owner.image} size={128} />
      <h2 className={styles.name}>
        <bdi>{name}</bdi>
      </h2>
      {isAnonymous || !isSignedIn ? (
        <WayToAccount isAnonymous={isAnonymous} />
      ) : offer.is_own ? (
        <>
          <p className={styles.text}>{texts.ownLinkOpened}</p>
          <ButtonLink to="/contacts" variant="secondary">
            {texts.backToContacts}
          </ButtonLink>
        </>
      ) : offer.relationship === 'friends' ? (
        <Friends offer={offer} isNew={befriend.data?.were_friends === false} />
      ) : (
        <>
          <p className={styles.text}>{texts.addAsAFriendHelp}</p>
          {befriend.isError ? <FormBanner tone="error">{problemOf(befriend.error)}</FormBanner> : null}
          <Button
            className={styles.add ?? ''}
            icon={<UserRoundPlus aria-hidden="true" />}
            busy={befriend.isPending}
            busyLabel={texts.adding}
            onClick={() => befriend.mutate()}
          >
            {texts.addAsAFriend}
          </Button>
        </>
      )}
    </Card>
  );
}

/** Signed-out people and guests come back here. */
function WayToAccount({ isAnonymous }: { isAnonymous: boolean }) {
  const { pathname } = useLocation();
  return (
    <>
      <p className={styles.text}>
        {texts.theyOfferFriendship} {isAnonymous ? texts.accountNeeded : texts.accountNeededHelp}
      </p>
      <div className={styles.accounts}>
        <ButtonLink to={withNext('/register', pathname)} wide>
          {recurring.createAnAccount}
        </ButtonLink>
        <ButtonLink to={withNext('/login', pathname)} variant="secondary" wide>
          {texts.signIn}
        </ButtonLink>
      </div>
    </>
  );
}

function Friends({ offer, isNew }: { offer: FriendLinkOffer; isNew: boolean }) {
  const { owner } = offer;
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isNew) text.current?.focus();
  }, [isNew]);
  return (
    <>
      <p ref={text} className={styles.text} tabIndex={-1}>
        {isNew ? texts.youAreFriendsNow : texts.youAreFriendsAlready}
      </p>
      <div className={styles.ways}>
        <ButtonLink to={`/profile/${owner.id}`}>{texts.viewProfile}</ButtonLink>
        <ButtonLink to="/contacts" variant="secondary">
          {texts.goToContacts}
        </ButtonLink>
      </div>
    </>
  );
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'rate_limited'
    ? error.message
    : failureText(texts.addFriendFailed, error);
