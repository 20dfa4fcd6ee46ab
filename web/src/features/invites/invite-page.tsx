import type { ErrorCode } from '@hereabouts/contract/errors';
import { isServerResponse } from '#web/lib/api/api.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { EventRefused } from '#web/ui/feedback/event-refused.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/invites.tsx';
import type { InviteFormProps } from './components/invite-form.tsx';
import { useInvitable } from './queries.ts';

const loadForm = () => import('./components/invite-form.tsx').then((module) => module.InviteForm);
const InviteForm = lazyComponent<InviteFormProps>(loadForm, {
  loading: <Skeleton shape="block" height="400px" />,
  failedTitle: texts.couldNotLoadTheList,
});
loadForm().catch(() => {});

/** Source: INV-06. */
const LOAD_FAILED = texts.loadFriendsFailed;

/** Retrying cannot change these. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['forbidden', 'event_ended', 'event_cancelled']);

type Props = Pick<InviteFormProps, 'eventId' | 'renderLink'>;

/** Source: INV-01 to INV-07. */
export function InvitePage(props: Props) {
  return (
    <Page title={texts.inviteFriends}>
      <PageHeader
        title={texts.inviteFriends}
        backTo={`/event/${props.eventId}`}
        backLabel={recurring.backToEvent}
      />
      <InviteBody {...props} />
    </Page>
  );
}

function InviteBody({ eventId, renderLink }: Props) {
  const query = useInvitable(eventId);
  const refusal = isServerResponse(query.error) ? query.error : null;
  if (refusal?.code === 'not_found') return <EventNotFound />;
  if (refusal !== null && FINAL.has(refusal.code)) {
    return <EventRefused eventId={eventId} message={refusal.message} isOver={refusal.code !== 'forbidden'} />;
  }
  if (query.isPending) {
    return (
      <Loading label={texts.loadingFriends}>
        <Skeleton shape="block" height="52px" />
        <Skeleton shape="block" height="400px" />
      </Loading>
    );
  }
  if (!query.data) {
    return (
      <ErrorState
        title={LOAD_FAILED}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        action={
          <ButtonLink to={`/event/${eventId}`} variant="secondary">
            {texts.backToEvent}
          </ButtonLink>
        }
      />
    );
  }
  return <InviteForm eventId={eventId} invitable={query.data} renderLink={renderLink} />;
}
