import { CalendarClock, CalendarX2, MapPinOff, Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LivePhase } from '#web/live/live-store.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/finder.tsx';
import { MEETING_POINT, type FinderTarget } from '../finder-target.ts';

type FrameProps = { eventId: number; title: string; children: ReactNode };

export function FinderFrame({ eventId, title, children }: FrameProps) {
  return (
    <Page title={title}>
      <PageHeader title={title} backTo={`/event/${eventId}/live`} backLabel={recurring.backToTheLiveMap} />
      {children}
    </Page>
  );
}

const NOT_RUNNING: Record<Exclude<LivePhase, 'running'>, { title: string; text: string }> = {
  before: { title: texts.theEventHasNotBegun, text: texts.friendsCanShareWhileItRuns },
  ended: { title: texts.theEventHasEnded, text: texts.nobodySharesAnyMore },
  cancelled: { title: texts.theEventWasCancelled, text: texts.nobodyShares },
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

/** The address is of nobody who can be found here. */
export function NobodyToFind({ eventId, targetId }: { eventId: number; targetId: string }) {
  const isPin = targetId === MEETING_POINT;
  return (
    <EmptyState
      icon={<MapPinOff aria-hidden="true" />}
      title={isPin ? texts.thereIsNoMeetingPoint : texts.finderNotForThisPerson}
      action={<ToMap eventId={eventId} />}
    >
      {isPin ? texts.anybodyCanSetPoint : texts.finderLeadsToFriends}
    </EmptyState>
  );
}

/** They take part, but nobody knows where they are. */
export function NoPlace({ eventId, target }: { eventId: number; target: FinderTarget }) {
  const isSharing = target.state !== 'not_sharing';
  return (
    <div role="status">
      <EmptyState
        icon={isSharing ? <Radio aria-hidden="true" /> : <MapPinOff aria-hidden="true" />}
        title={isSharing ? texts.waitingToHearFromName(target.name) : texts.nameIsNotSharing(target.name)}
        action={<ToMap eventId={eventId} />}
      >
        {isSharing ? texts.sharedLocationNotYetHere : texts.arrowAppearsOnceShared}
      </EmptyState>
    </div>
  );
}

export function ToMap({ eventId }: { eventId: number }) {
  return (
    <ButtonLink to={`/event/${eventId}/live`} variant="secondary">
      {texts.openTheLiveMap}
    </ButtonLink>
  );
}
