import type { EventCard, EventDetail } from '@hereabouts/contract/events';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import type { QueuedAnswer } from '../answer-queue.ts';
import { InvitationAnswer } from './invitation-answer.tsx';
import { QuickAnswer } from './quick-answer.tsx';
import { Rsvp } from './rsvp.tsx';

type Chosen = { queued?: Partial<QueuedAnswer>; sending?: PartyAnswer };
const chosen = vi.hoisted((): Chosen => ({}));
vi.mock('../answer-queries.ts', () => ({
  useRespond: () => ({ respond: () => {}, isSending: chosen.sending !== undefined, ...chosen }),
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
const onHome = (event: Partial<EventCard>) =>
  renderToStaticMarkup(
    createElement(QuickAnswer, { event: { ...EVENT, is_waiting: false, ...event } as never }),
  );
const inTheList = (event: { my_status: InviteStatus; is_waiting: boolean; canAnswer: boolean }) =>
  renderToStaticMarkup(createElement(InvitationAnswer, { event: { ...EVENT, isFresh: true, ...event } }));

const UNANSWERED = { my_status: 'pending', is_waiting: false, canAnswer: true } as const;

afterEach(() => {
  delete chosen.queued;
  delete chosen.sending;
});

/** The event's own part, where `queued` waits to be sent. */
function drawn(queued: Partial<QueuedAnswer>, event: Partial<EventDetail> = {}, hasEnded = false): string {
  chosen.queued = queued;
  return drawnStored(event, hasEnded);
}
function drawnStored(event: Partial<EventDetail> = {}, hasEnded = false): string {
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
  expect(pressedIn(onHome({}))).toBe('Waiting');
  expect(inTheList(UNANSWERED)).toMatch(/You are on the waiting list/);
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
  const going = onHome({ my_status: 'accepted', my_brings: 2 });
  expect([pressedIn(going), chosenIn(going)]).toEqual(['Going', '2']);
  expect(onHome({ my_status: 'tentative' })).toMatch('Join the waiting list');
});

test('PWA-05 RSVP-04 after the end the answer is the one that was sent', () => {
  expect(drawn({ status: 'accepted' }, {}, true)).toMatch(/Your response was: (<[^>]*>)?Pending/);
});

test('RSVP-01 HOST-04 an answer on its way is shown, whatever is read of the event meanwhile', () => {
  chosen.sending = { status: 'tentative' };
  const shown = () => [drawnStored(), onHome({}), inTheList(UNANSWERED)].map(pressedIn);
  expect(shown()).toEqual(['Maybe', 'Maybe', 'Maybe']);
  expect(drawnStored()).not.toMatch(/have not answered/i);
  chosen.sending = { status: 'accepted', wait: true };
  expect(shown()).toEqual(['Waiting', 'Waiting', 'Waiting']);
});
