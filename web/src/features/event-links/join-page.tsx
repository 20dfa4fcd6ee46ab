import { EVENT_LINK_TEXTS } from '@hereabouts/contract/event-links';
import { Link2Off } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { isNotFound } from '#web/lib/api/api.ts';
import { useSettings } from '#web/lib/api/use-settings.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-links.ts';
import { Invitation } from './components/invitation.tsx';
import { InvitationSkeleton } from './components/invitation-poster.tsx';
import { takeAnswer } from './visitor-answer.ts';
import { useEventOffer, useJoin } from './queries.ts';

/** `viewerId` is null when signed out. */
type Props = { token: string; viewerId: string | null };

/** Source: LINK-02, LINK-05. */
export function JoinPage({ token, viewerId }: Props) {
  const query = useEventOffer(token, viewerId);
  const join = useJoin(token, viewerId);
  // Asked for along with the offer: what a visitor can do depends on both.
  useSettings({ enabled: viewerId === null });
  useGuestAnswer(token, viewerId, join.mutate);
  const eventId = join.data?.event_id ?? query.data?.guest_of?.event_id;
  if (eventId !== undefined) return <Navigate to={`/event/${eventId}`} replace />;
  const hasGone = isNotFound(query.error) || isNotFound(join.error);
  const offer = hasGone ? undefined : query.data;
  const isComing = !hasGone && query.isPending;
  return (
    <Page title={offer?.title ?? texts.invitation}>
      {offer ? (
        <Invitation offer={offer} token={token} viewerId={viewerId} join={join} />
      ) : isComing ? (
        <InvitationSkeleton hasWayBack={viewerId !== null} />
      ) : (
        <>
          <PageHeader
            title={hasGone ? texts.invitation : texts.youAreInvited}
            {...(viewerId !== null && { backTo: '/', backLabel: recurring.backToHome })}
          />
          {hasGone ? (
            <Gone viewerId={viewerId} />
          ) : (
            <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
          )}
        </>
      )}
    </Page>
  );
}

function Gone({ viewerId }: Pick<Props, 'viewerId'>) {
  return (
    <div role="alert">
      <EmptyState
        icon={<Link2Off aria-hidden="true" />}
        title={EVENT_LINK_TEXTS.gone}
        action={
          <ButtonLink to={viewerId === null ? '/login' : '/'} variant="secondary">
            {viewerId === null ? texts.signIn : recurring.backToHome}
          </ButtonLink>
        }
      >
        {texts.askForANewLink}
      </EmptyState>
    </div>
  );
}

/** Sends what somebody answered who has just become a guest (GUEST-01). A member may have signed in instead, in another tab. */
function useGuestAnswer(token: string, viewerId: string | null, send: (answer: PartyAnswer) => void) {
  const isGuest = useIsAnonymous();
  useEffect(() => {
    if (viewerId === null) return;
    const answer = takeAnswer(token);
    if (answer !== null && isGuest) send(answer);
  }, [token, viewerId, isGuest, send]);
}
