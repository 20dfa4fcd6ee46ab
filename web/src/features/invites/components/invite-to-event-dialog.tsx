import type { EventCard } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { CalendarPlus, Check } from 'lucide-react';
import { failureMessage } from '#web/lib/api/failure-text.ts';
import { formatEventStart } from '#web/lib/time/dates.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useTell } from '#web/ui/feedback/use-tell.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as texts from '#web/texts/invites.tsx';
import { useHostedEvents, useInvite } from '../queries.ts';
import styles from './invite-to-event-dialog.module.css';

type Props = {
  open: boolean;
  viewerId: string;
  friend: { id: string; name: string } | null;
  onClose: () => void;
};

/** Source: CONT-13. */
export function InviteToEventDialog({ open, viewerId, friend, onClose }: Props) {
  const query = useHostedEvents(viewerId, open);
  // Whoever made an event is not to be invited to it.
  const events = query.data?.filter(({ created_by }) => created_by !== friend?.id);
  const name = personName(friend);
  const newEvent = (
    <ButtonLink to="/new-event" variant="secondary" wide icon={<CalendarPlus aria-hidden="true" />}>
      {texts.planANewEvent}
    </ButtonLink>
  );
  return (
    <Dialog open={open} onClose={onClose} title={texts.inviteToAnEvent} person={name} footer={newEvent}>
      {query.isPending && (
        <Loading label={texts.loadingYourEvents}>
          <Skeleton shape="block" height="4rem" />
        </Loading>
      )}
      {query.isError && <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {events?.length === 0 && <p className={styles.none}>{texts.noHostedEvents}</p>}
      {friend && events !== undefined && events.length > 0 && (
        <ul className={styles.list}>
          {events.map((event) => (
            <li key={event.id}>
              <EventChoice key={friend.id} event={event} friendId={friend.id} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function EventChoice({ event, friendId }: { event: EventCard; friendId: string }) {
  const invite = useInvite(event.id);
  // Here it is drawn from `invite`.
  const tell = useTell(() => {});
  const send = () =>
    invite
      .mutateAsync([friendId])
      .catch((error: unknown) => tell(failureMessage(texts.sendInvitationFailed, error)));
  return (
    <>
      <div className={styles.event}>
        <span className={styles.lines}>
          <bdi className={styles.title}>{event.title}</bdi>
          <time className={styles.when} dateTime={event.start_time}>
            {formatEventStart(event)}
          </time>
        </span>
        <Button
          size="small"
          variant={invite.isSuccess ? 'secondary' : 'primary'}
          icon={invite.isSuccess ? <Check aria-hidden="true" /> : null}
          busy={invite.isPending}
          busyLabel={texts.inviting}
          // Not disabled: it would lose the focus.
          aria-disabled={invite.isSuccess || undefined}
          aria-label={texts.inviteToTitle(invite.isSuccess ? 'Invited' : 'Invite', event.title)}
          onClick={() => (invite.isSuccess ? undefined : void send())}
        >
          {invite.isSuccess ? texts.invited : texts.invite}
        </Button>
      </div>
      {invite.isError && (
        <FormBanner tone="error">{failureMessage(texts.sendInvitationFailed, invite.error)}</FormBanner>
      )}
    </>
  );
}
