import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { startTestApp, type TestApp, type TestGuest, type TestPerson } from '@hereabouts/testing/app';
import { block, createEvent } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** What a host decides about guests without an account (GUEST-03). */

let app: TestApp;
let host: TestPerson;
let params: { eventId: number };
let token: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  host = await app.signUp({ name: 'Marie Le Brocq' });
  params = { eventId: await createEvent(app, host, { is_private: true }) };
  ({ token } = await host.ok(eventLinkRoutes.createEventLink, { params }));
});
afterAll(() => app.stop());

const join = (person: TestPerson | TestGuest, by = token) =>
  person.call(eventLinkRoutes.joinByLink, { params: { token: by }, body: { status: 'accepted' } });
const allow = (allowed: boolean) => host.ok(eventLinkRoutes.setGuestsAllowed, { params, body: { allowed } });
const names = async () => {
  const { invites } = await host.ok(eventRoutes.getEvent, { params });
  return invites.map(({ user }) => user.name).toSorted();
};

test('where guests are not allowed those on the list stay, new ones are refused, and people with an account join', async () => {
  const [early, late] = [await app.comeAsGuest('Early'), await app.comeAsGuest('Late')];
  expect((await join(early)).status).toBe(200);
  await allow(false);
  await allow(false);
  expect((await host.ok(eventLinkRoutes.getEventLink, { params })).guests_allowed).toBe(false);
  const offer = await late.ok(eventLinkRoutes.openEventLink, { params: { token } });
  expect(offer.guests_allowed).toBe(false);
  expect(await join(late)).toMatchObject({ status: 403, body: { error: { code: 'account_needed' } } });
  expect((await join(early)).body).toMatchObject({ was_guest: true });
  expect((await join(await app.signUp({ name: 'Tom' }))).status).toBe(200);
  // A new link lets nobody in whom the old one did not.
  const renewed = await host.ok(eventLinkRoutes.createEventLink, { params });
  expect((await join(late, renewed.token)).status).toBe(403);
  expect(await names()).toEqual(['Early', 'Tom']);
  await allow(true);
  expect((await join(late, renewed.token)).status).toBe(200);
});

test('all guests without an account are removed at once, and nobody else', async () => {
  const [one, other] = [await app.comeAsGuest('One'), await app.comeAsGuest('Other')];
  const tom = await app.signUp({ name: 'Tom' });
  for (const person of [one, other, tom]) expect((await join(person)).status).toBe(200);
  expect(await host.ok(eventLinkRoutes.removeAnonymousGuests, { params })).toEqual({ removed: 2 });
  expect(await names()).toEqual(['Tom']);
  for (const guest of [one, other]) {
    expect((await guest.call(eventRoutes.getEvent, { params })).status).toBe(404);
    // By this link neither.
    expect((await join(guest)).status).toBe(404);
  }
  expect(await host.ok(eventLinkRoutes.removeAnonymousGuests, { params })).toEqual({ removed: 0 });
});

test('GUEST-03 SAFE-01 a co-host removes all guests without an account but those hidden by a block (S59)', async () => {
  const anna = await app.signUp({ name: 'Anna' });
  const [tom, other] = [await app.comeAsGuest('Tom'), await app.comeAsGuest('Other')];
  for (const person of [anna, tom, other]) expect((await join(person)).status).toBe(200);
  await host.ok(coHostRoutes.addCoHost, { params: { ...params, userId: anna.id } });
  await block(tom, anna);
  const removeAll = (by: TestPerson) => by.ok(eventLinkRoutes.removeAnonymousGuests, { params });
  expect(await removeAll(anna)).toEqual({ removed: 1 });
  expect(await removeAll(anna)).toEqual({ removed: 0 });
  expect(await names()).toEqual(['Anna', 'Tom']);
  expect(await removeAll(host)).toEqual({ removed: 1 });
  expect(await names()).toEqual(['Anna']);
});
