import { DAY_MS } from '@hereabouts/contract/durations';
import type { ResponseOf, Route } from '@hereabouts/contract/route';
import { routes } from '@hereabouts/contract/routes';
import { imageUrl } from '@hereabouts/contract/uploads';
import { routeUrl } from '@hereabouts/contract/url';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkAbout } from '#demo/simulator/company.ts';
import { DEMO_EVENTS } from '#demo/events/events.ts';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY, PEOPLE } from '#demo/people/people.ts';
import { randomFrom } from '#demo/pictures/shapes.ts';
import { prepareDemo } from './prepare.ts';

const FILL_MAX_MS = 180_000;

const silent = () => {};
const count = async (app: TestApp, from: string): Promise<number> => {
  const [row] = await app.context.db.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return row?.count ?? 0;
};

describe('the demo', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await prepareDemo(app.context, silent);
  }, FILL_MAX_MS);
  afterAll(() => app.stop());

  /** Reads as the main person, signed in with what the demo prints. */
  async function read<R extends Route>(route: R, query: object): Promise<ResponseOf<R>> {
    const signIn = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${MAIN_KEY}@${EMAIL_DOMAIN}`, password: DEMO_PASSWORD }),
    });
    const { access_token: token } = (await signIn.json()) as { access_token: string };
    const response = await fetch(app.url + routeUrl(route, { query }), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    return (await response.json()) as ResponseOf<R>;
  }

  async function sectionsOfHome(): Promise<{ live: number; today: number; later: number }> {
    const { events } = await read(routes.listHome, {});
    const now = app.clock.now();
    const endOfDay = new Date(now).setHours(24, 0, 0, 0);
    const startsBefore = (ms: number) =>
      events.filter(({ start_time }) => Date.parse(start_time) <= ms).length;
    const live = startsBefore(now);
    const today = startsBefore(endOfDay) - live;
    return { live, today, later: events.length - live - today };
  }

  test('holds 60 people with portraits and 40 events, a sign-in that works, and something in every section', async () => {
    expect(await count(app, 'users')).toBe(PEOPLE.length);
    expect(await count(app, 'users where image is not null')).toBe(PEOPLE.filter(({ face }) => face).length);
    expect(await count(app, 'events')).toBe(40);
    expect(await count(app, 'events where image is null')).toBe(
      DEMO_EVENTS.filter(({ picture }) => !picture).length,
    );
    expect(await count(app, 'events where end_time < created_at')).toBe(0);
    expect(await sectionsOfHome()).toEqual({ live: 2, today: 3, later: 13 });

    const { counts } = await read(routes.listContacts, { tab: 'friends' });
    const ties = (tie: string) =>
      PEOPLE.filter((person) => person.tie === tie && person.key !== MAIN_KEY).length;
    expect(counts).toEqual({ friends: ties('friend'), pending: ties('asks'), sent: ties('asked') });
    const { contacts } = await read(routes.listContacts, { tab: 'discover' });
    expect(contacts).toHaveLength(ties('stranger'));

    const home = await read(routes.listHome, {});
    const picture = home.events.find(({ image }) => image !== null)?.image ?? '';
    const served = await fetch(app.url + imageUrl(picture, 'card'));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('has every kind of answer, and chats whose messages are numbered without a gap', async () => {
    for (const status of ['pending', 'accepted', 'declined', 'tentative']) {
      expect(await count(app, `event_invites where status = '${status}'`)).toBeGreaterThan(20);
    }
    expect(await count(app, `friendships where status = 'pending'`)).toBeGreaterThan(10);
    const rooms = DEMO_EVENTS.filter(({ chat }) => chat !== undefined).length;
    expect(await count(app, 'chat_room')).toBe(rooms);
    const unsound = `chat_room r where last_seq <> (select count(*) from chat_message m where m.chat_room_id = r.id)
      or last_seq <> (select max(seq) from chat_message m where m.chat_room_id = r.id)`;
    expect(await count(app, unsound)).toBe(0);
    const outsider = `chat_message m join chat_room r on r.id = m.chat_room_id where not exists (
      select from event_invites i where i.event_id = r.event_id and i.user_id = m.user_id and i.status <> 'declined')`;
    expect(await count(app, outsider)).toBe(0);
  });

  test('SAFE-04 has a cancelled upcoming event, of which the main person was told', async () => {
    const { events } = await read(routes.listHome, {});
    const cancelled = events.filter(({ is_cancelled }) => is_cancelled);
    expect(cancelled.map(({ title, my_status }) => [title, my_status])).toEqual([
      ['Sunrise stretch', 'accepted'],
    ]);
    const { notifications } = await read(routes.listNotifications, {});
    expect(notifications).toContainEqual(
      expect.objectContaining({
        kind: 'event_cancelled',
        event: expect.objectContaining({ id: cancelled[0]?.id }),
      }),
    );
  });

  test('NOTE-01 tells the main person what happened, the latest first, and only that is unread', async () => {
    const { notifications } = await read(routes.listNotifications, {});
    const times = notifications.map(({ created_at }) => Date.parse(created_at));
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const now = app.clock.now();
    const unread = notifications
      .filter(({ is_read }) => !is_read)
      .map(({ created_at }) => Date.parse(created_at));
    expect(unread.every((ms) => now - ms <= 3 * DAY_MS)).toBe(true);
    expect(unread.length).toBeGreaterThan(0);
  });

  test('LIVE-05 has friends of the main person walking about at the events that run', async () => {
    const simulations = await walkAbout(app.context, { url: app.url }, randomFrom(7));
    expect(simulations.map(({ walkers }) => walkers.length >= 3)).toEqual([true, true]);
    expect(await count(app, 'live_sharing')).toBe(simulations.flatMap(({ walkers }) => walkers).length);
    for (const simulation of simulations) await simulation.stop();
    expect(await count(app, 'live_sharing')).toBe(0);
  });

  test('is left alone while something is on, and moved to today when all of it is over', async () => {
    expect(await prepareDemo(app.context, silent)).toBe('as it was');
    app.clock.set(app.clock.now() + 40 * DAY_MS);
    expect((await sectionsOfHome()).live).toBe(0);
    expect(await prepareDemo(app.context, silent)).toBe('refreshed');
    expect(await sectionsOfHome()).toEqual({ live: 2, today: 3, later: 13 });
    expect(await count(app, 'events')).toBe(40);
    expect(
      await count(app, `chat_message where created_at > '${new Date(app.clock.now()).toISOString()}'`),
    ).toBe(0);
    const [last] = await app.context.db.query<{ created_at: string }>(
      'select max(created_at) as created_at from chat_message',
    );
    expect(app.clock.now() - Date.parse(last?.created_at ?? '')).toBeLessThan(10 * 60_000);
  });
});

test('an instance with other people is not changed', async () => {
  const app = await startTestApp();
  try {
    await app.signUp();
    await expect(prepareDemo(app.context, silent)).rejects.toThrow('The demo needs an empty one');
    expect(await count(app, 'users')).toBe(1);
    await app.context.auth.createAccount({
      name: 'Marie',
      email: `${MAIN_KEY}@${EMAIL_DOMAIN}`,
      password: DEMO_PASSWORD,
    });
    await expect(prepareDemo(app.context, silent)).rejects.toThrow('was broken off');
  } finally {
    await app.stop();
  }
});
