import type { EventCard, EventDetail } from '@hereabouts/contract/events';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { QueuedAnswer } from '../answer-queue.ts';
import { InvitationAnswer } from './invitation-answer.tsx';
import { QuickAnswer } from './quick-answer.tsx';
import { Rsvp } from './rsvp.tsx';

const waiting = vi.hoisted(() => ({ queued: undefined as Partial<QueuedAnswer> | undefined }));
vi.mock('../answer-queries.ts', () => ({
  useRespond: () => ({ respond: () => {}, queued: waiting.queued, isSending: false, sending: undefined }),
}));
vi.mock('#web/auth/use-session.ts', () => ({ useIsAnonymous: () => false }));

const EVENT = {
  id: 7,
  title: 'Bonfire',
  my_status: 'pending',
  my_brings: 0,
  my_place_in_queue: null,
  places: 4,
  going_count: 4,
  bring_max: 3,
} as EventDetail;

/** The event's own part, where `queued` waits to be sent. */
function drawn(queued: Partial<QueuedAnswer>, event: Partial<EventDetail> = {}, hasEnded = false): string {
  waiting.queued = queued;
  const rsvp = createElement(Rsvp, { event: { ...EVENT, ...event }, hasEnded });
  return renderToStaticMarkup(createElement(MemoryRouter, null, rsvp));
}
const pressedIn = (markup: string) => /aria-pressed="true".*?<span>([^<]*)/.exec(markup)?.[1];
const chosenIn = (markup: string) => /<option[^>]* selected="">([^<]*)/.exec(markup)?.[1];

test('PWA-05 HOST-04 a place on the waiting list that was asked for offline is none among those going', () => {
  const queued = { status: 'accepted', brings: 0, wait: true } as const;
  const markup = drawn(queued);
  expect(pressedIn(markup)).toBe('Waiting');
  expect(markup).not.toMatch(/have not answered/i);
  const event = { ...EVENT, is_waiting: false } as never;
  expect(pressedIn(renderToStaticMarkup(createElement(QuickAnswer, { event })))).toBe('Waiting');
  const invitation = { ...EVENT, is_waiting: false, canAnswer: true, isFresh: true };
  expect(renderToStaticMarkup(createElement(InvitationAnswer, { event: invitation }))).toMatch(
    /You are on the waiting list/,
  );
});

test('PWA-05 HOST-03 a party that was given offline is shown', () => {
  const markup = drawn({ status: 'accepted', brings: 2 }, { places: null });
  expect([pressedIn(markup), chosenIn(markup)]).toEqual(['Going', '2']);
  // Left out: as many as before.
  expect(chosenIn(drawn({ status: 'accepted' }, { places: null, my_status: 'accepted', my_brings: 1 }))).toBe(
    '1',
  );
});

test('HOME-23 HOST-03 HOST-04 an invitation that was answered on home has the party and the places of its event', () => {
  waiting.queued = undefined;
  const drawnFor = (event: Partial<EventCard>) =>
    renderToStaticMarkup(
      createElement(QuickAnswer, { event: { ...EVENT, is_waiting: false, ...event } as never }),
    );
  const going = drawnFor({ my_status: 'accepted', my_brings: 2 });
  expect([pressedIn(going), chosenIn(going)]).toEqual(['Going', '2']);
  expect(drawnFor({ my_status: 'tentative' })).toMatch('Join the waiting list');
});

test('PWA-05 RSVP-04 after the end the answer is the one that was sent', () => {
  expect(drawn({ status: 'accepted' }, {}, true)).toMatch(/Your response was: (<[^>]*>)?Pending/);
});
