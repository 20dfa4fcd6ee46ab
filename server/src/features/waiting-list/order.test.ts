import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { HttpError } from '@hereabouts/server/http/errors';
import { getEvent } from '@hereabouts/server/features/events/service';
import { updateEvent } from '@hereabouts/server/features/events/update-service';
import { openEventLink } from '@hereabouts/server/features/event-links/service';
import { removeGuest, letBackIn } from '@hereabouts/server/features/guest-removals/service';
import { respondToInvite } from '@hereabouts/server/features/invites/service';
import { blockUser, unblockUser } from '@hereabouts/server/features/blocks/service';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, fillGuestList } from '@hereabouts/testing/builders';
import { viewerOf } from '@hereabouts/testing/viewer';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Whatever happens to a guest list, its places are kept: never too many, none empty that somebody waits for. */

const GUESTS = 6;
let app: TestApp;
let host: TestPerson;
let guests: TestPerson[];
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
  guests = [];
  for (let at = 0; at < GUESTS; at += 1) {
    const guest = await app.signUp({ name: `Guest ${at}` });
    await befriend(host, guest);
    guests.push(guest);
  }
});
afterAll(() => app.stop());

const viewer = ({ id }: { id: string }) => ({ userId: id, sessionId: id });

const friendsOfHost = async () =>
  (await host.ok(friendshipRoutes.listContacts, { query: { tab: 'friends' } })).contacts.map(({ id }) => id);

type SeatRow = { user_id: string; status: string; brings: number; waits: boolean };
const seatsOf = (eventId: number) =>
  app.context.db.query<SeatRow>(
    `select user_id, status, brings, waiting_since is not null as waits from event_invites
     where event_id = $1 order by waiting_since, user_id`,
    [eventId],
  );

const goingOf = (seats: readonly SeatRow[]) =>
  seats.filter(({ status }) => status === 'accepted').reduce((sum, { brings }) => sum + 1 + brings, 0);

/** @returns how many are going */
async function expectKept(
  eventId: number,
  { places, wasGoing }: { places: number | null; wasGoing: number },
): Promise<number> {
  const seats = await seatsOf(eventId);
  const going = goingOf(seats);
  const waiting = seats.filter(({ waits }) => waits);
  for (const seat of seats)
    if (seat.status !== 'accepted' && !seat.waits) expect(seat).toMatchObject({ brings: 0 });
  for (const seat of waiting) expect(seat.status).toBe('pending');
  if (places === null) expect(waiting).toEqual([]);
  else {
    if (going > places) expect(going).toBeLessThanOrEqual(wasGoing);
    expect(waiting.filter(({ brings }) => going + 1 + brings <= places)).toEqual([]);
  }
  return going;
}

const someone = fc.nat({ max: GUESTS });
const brings = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      who: someone,
      status: fc.constantFrom('accepted', 'accepted', 'accepted', 'tentative', 'declined'),
      brings: fc.option(brings, { nil: undefined }),
      wait: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      places: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null, freq: 8 }),
      bringMax: brings,
      keepAnswers: fc.constantFrom(true, true, true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), who: fc.nat({ max: GUESTS - 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('return' as const), who: fc.nat({ max: GUESTS - 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('block' as const), who: fc.nat({ max: GUESTS - 1 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const REFUSALS = new Set(['event_full', 'invalid', 'not_found', 'forbidden', 'conflict']);

async function take(eventId: number, given: Step): Promise<void> {
  const ctx = app.context;
  const at = (who: number) => guests[who] ?? host;
  switch (given.kind) {
    case 'answer': {
      const { status, brings: bringing, wait } = given;
      const wish = { status: status as 'accepted', brings: bringing, wait };
      await respondToInvite(ctx, viewer(at(given.who)), eventId, wish);
      return;
    }
    case 'edit': {
      const invitee_ids = (await seatsOf(eventId)).map((seat) => seat.user_id).filter((id) => id !== host.id);
      await updateEvent(ctx, viewerOf(host), eventId, {
        ...eventInput(app.clock, { invitee_ids, places: given.places, bring_max: given.bringMax }),
        keep_answers: given.keepAnswers,
      });
      return;
    }
    case 'remove':
      return removeGuest(ctx, viewer(host), eventId, at(given.who).id);
    case 'return':
      return letBackIn(ctx, viewerOf(host), eventId, at(given.who).id);
    case 'block':
      await blockUser(ctx, viewer(at(given.who)), host.id);
      await unblockUser(ctx, viewerOf(at(given.who)), host.id);
  }
}

test('HOST-03 HOST-04 HOST-08 EVF-25 after random answers, edits and removals no limit is exceeded, no place is free while a party that fits waits, and everybody sees the same count', async () => {
  let waited = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
    const friends = new Set(await friendsOfHost());
    for (const guest of guests) if (!friends.has(guest.id)) await befriend(host, guest);
    const eventId = await createEvent(app, host, {
      invitee_ids: guests.map(({ id }) => id),
      places: 4,
      bring_max: 5,
    });
    const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
    let wasGoing = 1;
    for (const given of steps) {
      app.clock.advance(1);
      await take(eventId, given).catch((error: unknown) => {
        if (!(error instanceof HttpError && REFUSALS.has(error.code))) throw error;
      });
      const { places } = await getEvent(app.context, viewer(host), eventId);
      wasGoing = await expectKept(eventId, { places, wasGoing });
      for (const { user_id: id, waits } of await seatsOf(eventId)) {
        if (waits) waited += 1;
        expect((await getEvent(app.context, viewer({ id }), eventId)).going_count).toBe(wasGoing);
      }
      expect((await openEventLink(app.context, null, token)).going_count).toBe(wasGoing);
    }
    await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  });
  await fc.assert(property, { numRuns: 30 });
  // Otherwise nothing was seen of the waiting list.
  expect(waited).toBeGreaterThan(50);
}, 300_000);

const CROWD = 200;
const PLACES = 57;

test('HOST-04 HOST-03 two hundred answers at once fill the places exactly, and two hundred more never leave one empty', async () => {
  const eventId = await createEvent(app, host, { places: PLACES, bring_max: 2 });
  await fillGuestList(app, eventId, CROWD);
  const people = (await seatsOf(eventId)).filter(({ user_id }) => user_id !== host.id);
  const all = (wishOf: (at: number) => Parameters<typeof respondToInvite>[3]) =>
    Promise.allSettled(
      people.map(({ user_id: id }, at) => respondToInvite(app.context, viewer({ id }), eventId, wishOf(at))),
    );
  const answers = await all((at) => ({ status: 'accepted', brings: at % 3, wait: at % 4 > 0 }));
  const refused = answers.filter(({ status }) => status === 'rejected');
  for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'event_full' } });
  const going = await expectKept(eventId, { places: PLACES, wasGoing: 0 });
  expect(going).toBe(PLACES);
  const before = await seatsOf(eventId);
  expect(before.filter(({ waits }) => waits).length).toBeGreaterThan(50);
  await all((at) => (at % 2 === 0 ? { status: 'declined' } : { status: 'accepted', brings: 1, wait: true }));
  expect(await expectKept(eventId, { places: PLACES, wasGoing: PLACES })).toBeGreaterThanOrEqual(PLACES - 1);
}, 120_000);
