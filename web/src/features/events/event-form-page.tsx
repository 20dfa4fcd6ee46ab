import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { isNotFound } from '#web/lib/api/api.ts';
import { serverNow, useServerNow } from '#web/live/server-clock.ts';
import { timeState } from '#web/lib/time/dates.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { PageCorner, PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import { draftOf } from './draft.ts';
import { useEventToEdit } from './form-queries.ts';
import { newDraft } from './start-times.ts';
import { usedAgain } from './used-again.ts';
import styles from './components/form-roof.module.css';

const TICK_MS = 30_000;
const NOBODY: readonly never[] = [];

const loading = (isLow: boolean) => (
  <>
    <div className={cx(styles.poster, isLow && styles.low)}>
      <div className={styles.picture} data-roof>
        <Skeleton shape="block" height="100%" />
      </div>
    </div>
    <Loading label={recurring.loadingEventDetails}>
      <Skeleton shape="block" height="300px" />
    </Loading>
  </>
);
const loadEventForm = () => import('./components/event-form.tsx').then((module) => module.EventForm);
const NewForm = lazyComponent(loadEventForm, {
  loading: loading(false),
  failedTitle: texts.couldNotLoadTheForm,
});
const EditForm = lazyComponent(loadEventForm, {
  loading: loading(true),
  failedTitle: texts.couldNotLoadTheForm,
});
const EventRefused = lazyComponent(
  () => import('#web/ui/feedback/event-refused.tsx').then((module) => module.EventRefused),
  { loading: loading(true), failedTitle: recurring.couldNotLoadThisPage },
);
loadEventForm().catch(() => {});

/** Nothing on it leads away from the form but the way back. */
const FormHeader = (props: ComponentProps<typeof PageHeader>) => (
  <PageCorner value={null}>
    <PageHeader {...props} />
  </PageCorner>
);

/** Source: EVF-01. */
export function NewEventPage({ viewerId, from }: { viewerId: string; from: number | null }) {
  return (
    <Page title={recurring.createNewEvent} className={styles.page ?? ''}>
      <FormHeader title={recurring.createNewEvent} backTo="/" backLabel={recurring.backToHome} />
      {from === null ? (
        <EmptyForm viewerId={viewerId} />
      ) : (
        <AgainBody key={from} eventId={from} viewerId={viewerId} />
      )}
    </Page>
  );
}

function EmptyForm({ viewerId }: { viewerId: string }) {
  const [initial] = useState(() => newDraft(serverNow()));
  return (
    <NewForm
      formKey={`${viewerId}.new`}
      eventId={null}
      initial={initial}
      offersCover
      invites={NOBODY}
      hasEnded={false}
    />
  );
}

type EditProps = { eventId: number; viewerId: string };

/** Source: EVF-01, EVF-12, EVF-13. */
export function EditEventPage({ eventId, viewerId }: EditProps) {
  return (
    <Page title={texts.editEvent} className={styles.page ?? ''}>
      <FormHeader title={texts.editEvent} backTo={`/event/${eventId}`} backLabel={recurring.backToEvent} />
      <EditBody eventId={eventId} viewerId={viewerId} />
    </Page>
  );
}

function EditBody({ eventId, viewerId }: EditProps): ReactNode {
  const query = useEventToEdit(eventId);
  const now = useServerNow(TICK_MS);
  const event = query.data;
  if (!event) return <Unread query={query} />;
  if (!event.permissions.edit) {
    const isOver = event.is_cancelled && (event.created_by === viewerId || event.is_co_host);
    return (
      <EventRefused
        eventId={eventId}
        message={isOver ? EVENT_TEXTS.cancelled : EVENT_TEXTS.mayNotEdit}
        isOver={isOver}
      />
    );
  }
  return (
    <EditForm
      key={eventId}
      formKey={`${viewerId}.${eventId}`}
      eventId={eventId}
      initial={draftOf(event)}
      invites={event.invites}
      hasEnded={event.has_ended || timeState(event.start_time, event.end_time, now) === 'ended'}
      isCoHost={event.is_co_host}
    />
  );
}

/** A new event of the viewer's own, made from one that they host. Source: HOST-07. */
function AgainBody({ eventId, viewerId }: EditProps): ReactNode {
  const query = useEventToEdit(eventId);
  const event = query.data;
  // Once: the clock goes on while the form is filled in.
  const initial = useMemo(() => event && usedAgain(event, viewerId, serverNow()), [event, viewerId]);
  if (!event || !initial) return <Unread query={query} />;
  if (event.created_by !== viewerId && !event.is_co_host) {
    return <EventRefused eventId={eventId} message={EVENT_TEXTS.mayNotEdit} isOver={false} />;
  }
  return (
    <EditForm
      formKey={`${viewerId}.again.${eventId}`}
      eventId={null}
      initial={initial}
      invites={NOBODY}
      hasEnded={false}
    />
  );
}

function Unread({ query }: { query: ReturnType<typeof useEventToEdit> }) {
  if (isNotFound(query.error)) return <EventNotFound />;
  if (query.isPending) return loading(true);
  return (
    <FormBanner
      tone="error"
      action={
        <Button variant="secondary" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {texts.retry}
        </Button>
      }
    >
      {texts.loadEventFailed}
    </FormBanner>
  );
}
