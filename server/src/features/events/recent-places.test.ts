import { eventRoutes } from '@hereabouts/contract/events';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { afterEach, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
beforeEach(async () => {
  app = await startTestApp();
  [host, guest] = [await app.signUp(), await app.signUp()];
});
afterEach(() => app.stop());

const at = (name: string, changes: object = {}) => ({
  location_name: name,
  location_address: 'St Helier, Jersey',
  location_latitude: 49.18,
  location_longitude: -2.1,
  ...changes,
});
const placesOf = async (viewer: TestPerson) => (await viewer.ok(eventRoutes.listRecentPlaces)).places;
const namesOf = async (viewer: TestPerson) => (await placesOf(viewer)).map(({ name }) => name);

test('LOC-09 the last five places of one’s own events, each once, the newest first', async () => {
  expect(await placesOf(host)).toEqual([]);
  for (const name of ['Lido', 'Fort', 'Pier', 'Barn', 'Slip', 'Fort', 'Park']) {
    await createEvent(app, host, at(name));
  }
  expect(await namesOf(host)).toEqual(['Park', 'Fort', 'Slip', 'Barn', 'Pier']);
  // The same name elsewhere is another place.
  await createEvent(app, host, at('Park', { location_latitude: 49.25, location_address: '' }));
  expect(await placesOf(host)).toEqual([
    { name: 'Park', address: '', latitude: 49.25, longitude: -2.1 },
    { name: 'Park', address: 'St Helier, Jersey', latitude: 49.18, longitude: -2.1 },
    ...['Fort', 'Slip', 'Barn'].map((name) => expect.objectContaining({ name })),
  ]);
});

test('LOC-09 PERM-05 the places of others are told to nobody: not to guests, co-hosts, or people who see the event', async () => {
  await befriend(host, guest);
  await createEvent(app, host, at('At home', { is_private: true, invitee_ids: [guest.id] }));
  await createEvent(app, host, at('In public', { is_private: false, invitee_ids: [guest.id] }));
  await app.context.db.query('update event_invites set is_co_host = true where user_id = $1', [guest.id]);
  expect(await namesOf(guest)).toEqual([]);
  await createEvent(app, guest, at('My own'));
  expect(await namesOf(guest)).toEqual(['My own']);
});
