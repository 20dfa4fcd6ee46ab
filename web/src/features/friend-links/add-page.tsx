import { FRIEND_LINK_TEXTS } from '@hereabouts/contract/friend-links';
import { Link2Off } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Offer } from './components/offer.tsx';
import { isGone, useBefriend, useOffer } from './queries.ts';

/** Target of friend links. Source: NOTE-02. */
export function AddPage({ token }: { token: string }) {
  return (
    <Page title="Add a friend">
      <PageHeader title="Add a friend" backTo="/contacts" backLabel="Back to contacts" />
      <Body token={token} />
    </Page>
  );
}

function Body({ token }: { token: string }) {
  const query = useOffer(token);
  const befriend = useBefriend(token);
  // Friends they stay, whatever becomes of the link.
  if (!befriend.isSuccess && (isGone(query.error) || isGone(befriend.error))) {
    return (
      <EmptyState
        icon={<Link2Off aria-hidden="true" />}
        title={FRIEND_LINK_TEXTS.gone}
        action={
          <ButtonLink to="/contacts" variant="secondary">
            Back to Contacts
          </ButtonLink>
        }
      >
        Ask for a new one.
      </EmptyState>
    );
  }
  if (query.data) return <Offer offer={query.data} befriend={befriend} />;
  if (query.isPending) {
    return (
      <Loading label="Loading...">
        <Skeleton shape="block" height="20rem" />
      </Loading>
    );
  }
  return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}
