import { CalendarClock, CalendarX2, Lock, MapPinOff, Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LivePhase } from '#web/live/live-store.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { MEETING_POINT, type Sought } from '../sought.ts';

type FrameProps = { eventId: number; title: string; children: ReactNode };

/** An ordinary page, where there is nothing to point at or to look through. */
export function FinderFrame({ eventId, title, children }: FrameProps) {
  return (
    <Page title={title}>
      <PageHeader title={title} backTo={`/event/${eventId}/live`} backLabel="Back to the live map" />
      {children}
    </Page>
  );
}

export function Refused({ eventId, message }: { eventId: number; message: string }) {
  return (
    <EmptyState
      icon={<Lock aria-hidden="true" />}
      title={message}
      action={
        <ButtonLink to={`/event/${eventId}`} variant="secondary">
          Back to the event
        </ButtonLink>
      }
    />
  );
}

const NOT_RUNNING: Record<Exclude<LivePhase, 'running'>, { title: string; text: string }> = {
  before: { title: 'The event has not begun', text: 'Friends can share where they are while it runs.' },
  ended: { title: 'The event has ended', text: 'Nobody shares where they are any more.' },
  cancelled: { title: 'The event was cancelled', text: 'Nobody shares where they are.' },
};

export function NotRunning({ eventId, phase }: { eventId: number; phase: Exclude<LivePhase, 'running'> }) {
  const { title, text } = NOT_RUNNING[phase];
  const Icon = phase === 'before' ? CalendarClock : CalendarX2;
  return (
    <EmptyState icon={<Icon aria-hidden="true" />} title={title} action={<ToMap eventId={eventId} />}>
      {text}
    </EmptyState>
  );
}

/** The address names nobody who can be found here. */
export function NobodyToFind({ eventId, target }: { eventId: number; target: string }) {
  const isPin = target === MEETING_POINT;
  return (
    <EmptyState
      icon={<MapPinOff aria-hidden="true" />}
      title={isPin ? 'There is no meeting point' : 'The finder is not available for this person'}
      action={<ToMap eventId={eventId} />}
    >
      {isPin
        ? 'Anybody who takes part can set one on the live map.'
        : 'The finder leads you to friends of yours who take part in this event.'}
    </EmptyState>
  );
}

/** They take part, but nobody knows where they are. */
export function NoPlace({ eventId, sought }: { eventId: number; sought: Sought }) {
  const isSharing = sought.state !== 'not_sharing';
  return (
    <div role="status">
      <EmptyState
        icon={isSharing ? <Radio aria-hidden="true" /> : <MapPinOff aria-hidden="true" />}
        title={isSharing ? `Waiting to hear from ${sought.name}` : `${sought.name} is not sharing`}
        action={<ToMap eventId={eventId} />}
      >
        {isSharing
          ? 'They share where they are, but nothing has come yet. The arrow appears by itself.'
          : 'The arrow appears as soon as they share where they are.'}
      </EmptyState>
    </div>
  );
}

export function ToMap({ eventId }: { eventId: number }) {
  return (
    <ButtonLink to={`/event/${eventId}/live`} variant="secondary">
      Open the live map
    </ButtonLink>
  );
}
