import { FRIEND_LINK_TEXTS } from '@hereabouts/contract/friend-links';
import { Link2Off } from 'lucide-react';
import { isNotFound } from '#web/lib/api/api.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/friend-links.tsx';
import { Offer } from './components/offer.tsx';
import { useBefriend, useOffer } from './queries.ts';
import styles from './add-page.module.css';

/** `viewerId` is null when signed out. */
type Props = { token: string; viewerId: string | null };

/** Open to everybody. Source: NOTE-02. */
export function AddPage({ token, viewerId }: Props) {
  return (
    <Page title={texts.addAFriend} className={styles.page ?? ''}>
      <PageHeader
        title={texts.addAFriend}
        {...(viewerId !== null && { backTo: '/contacts', backLabel: recurring.backToContacts })}
      />
      <Body token={token} viewerId={viewerId} />
    </Page>
  );
}

function Body({ token, viewerId }: Props) {
  const query = useOffer(token, viewerId);
  const befriend = useBefriend(token, viewerId);
  // Friends they stay, whatever becomes of the link.
  if (!befriend.isSuccess && (isNotFound(query.error) || isNotFound(befriend.error))) {
    return (
      <EmptyState
        icon={<Link2Off aria-hidden="true" />}
        title={FRIEND_LINK_TEXTS.gone}
        action={
          viewerId === null ? (
            <ButtonLink to="/login" variant="secondary">
              {texts.signIn}
            </ButtonLink>
          ) : (
            <ButtonLink to="/contacts" variant="secondary">
              {texts.backToContacts}
            </ButtonLink>
          )
        }
      >
        {texts.askForANewOne}
      </EmptyState>
    );
  }
  if (query.data) return <Offer offer={query.data} befriend={befriend} isSignedIn={viewerId !== null} />;
  if (query.isPending) {
    return (
      <Loading label={recurring.loading}>
        <Skeleton shape="block" height="20rem" />
      </Loading>
    );
  }
  return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}
