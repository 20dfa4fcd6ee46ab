import type { HomePage } from '@hereabouts/contract/events';
import type { ReactNode } from 'react';
import type { MyLocation } from '#web/map/own-location/use-my-location.ts';
import { howFar } from '../how-far.ts';
import type { HomeEvent, HomeSection } from '../sections.ts';
import { Invitations } from './invitations.tsx';
import { NextEvent, NothingNext } from './next-event.tsx';
import type { NextUp } from '../next-up.ts';

export type AheadProps = {
  next: NextUp | null;
  sections: readonly HomeSection[];
  people: HomePage['next'];
  now: number;
  from: MyLocation;
  viewerId: string;
  renderAnswers: (event: HomeEvent) => ReactNode;
  children?: ReactNode;
};

/** The poster of the next event, and what waits for an answer. Source: HOME-23. */
export function Ahead({ next, sections, people, now, from, viewerId, renderAnswers, children }: AheadProps) {
  return (
    <>
      {next ? (
        <NextEvent
          next={next}
          people={people?.event_id === next.event.id ? people : null}
          away={howFar(next.event, from)}
          viewerId={viewerId}
          renderAnswers={renderAnswers}
        />
      ) : (
        <NothingNext />
      )}
      {children}
      <Invitations
        events={sections.flatMap(({ events }) => events)}
        now={now}
        viewerId={viewerId}
        exceptId={next?.event.id ?? null}
        renderAnswers={renderAnswers}
      />
    </>
  );
}
