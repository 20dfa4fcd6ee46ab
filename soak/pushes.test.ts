import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { authCall, TEST_PASSWORD } from '@hereabouts/testing/app';
import { eventInput } from '@hereabouts/testing/builders';
import { createCaller, type Caller } from '@hereabouts/testing/caller';
import { createEmptyDatabase } from '@hereabouts/testing/instance';
import { systemClock } from '@hereabouts/server/clock';
import { startMailServer } from '@hereabouts/testing/mail-server';
import { freePort } from '@hereabouts/testing/nats';
import { startPostgres } from '@hereabouts/testing/postgres';
import { startPushService } from '@hereabouts/testing/push-service';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { Closers } from '../bench/closers.ts';
import { serverProcess, type ServerProcess } from './server-process.ts';
import { until } from './wait.ts';

const EVENTS = 6;
const closers = new Closers();
afterAll(() => closers.close());

type Someone = Caller & { id: string; email: string };

test('PUSH-04 PUSH-06 REM-01 two processes, three devices and a mailbox: everything once, through kill -9', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-pushes-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const postgres = (await startPostgres({ synchronous_commit: 'on' }))!;
  closers.add(() => postgres.stop());
  await createEmptyDatabase(postgres, 'pushes');
  const mail = await startMailServer();
  closers.add(() => mail.stop());
  const service = await startPushService();
  closers.add(() => service.stop());
  const processes: ServerProcess[] = [];
  for (const index of [0, 1]) {
    const env = {
      DATA_DIR: join(folder, `data${index}`),
      DATABASE_URL: postgres.urlOf('pushes'),
      SMTP_URL: mail.url,
      PUBLIC_URL: 'https://party.example',
      WRITES_PER_MINUTE: '100000',
      OVERLOAD_LAG_MS: '0',
      TEST_PUSH_ORIGIN: service.origin,
    };
    processes.push(serverProcess(await freePort(), env, ['testing/push-process.ts']));
  }
  closers.add(() => Promise.all(processes.map((each) => each.stop())));
  const [one, other] = processes as [ServerProcess, ServerProcess];
  await one.start();
  await other.start();
  const db = new pg.Client(postgres.urlOf('pushes'));
  await db.connect();
  closers.add(() => db.end());
  const rows = async (sql: string) => (await db.query(sql)).rows as Record<string, unknown>[];
  const url = `http://127.0.0.1:${other.port}`;

  const person = async (name: string): Promise<Someone> => {
    const email = `${name}@example.org`;
    const { access_token: token, user } = await authCall(url, 'signup', {
      email,
      password: TEST_PASSWORD,
      data: { name },
    });
    return { ...createCaller(url, () => token), id: user.id, email };
  };
  const host = await person('host');
  const guests: Someone[] = [];
  for (const name of ['anna', 'ben', 'cat']) {
    const guest = await person(name);
    const { id: friendshipId } = await guest.ok(friendshipRoutes.sendFriendRequest, {
      body: { addressee_id: host.id },
    });
    await host.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
    guests.push(guest);
  }
  const [anna, ben, cat] = guests as [Someone, Someone, Someone];
  const { access_token: elsewhere } = await authCall(url, 'token?grant_type=password', {
    email: anna.email,
    password: TEST_PASSWORD,
  });
  const devices = [service.device(), service.device(), service.device()] as const;
  await devices[0].subscribe(anna);
  await devices[1].subscribe(createCaller(url, () => elsewhere));
  await devices[2].subscribe(ben);
  // The friendships before are no part of it.
  await db.query('delete from notifications');
  await db.query('delete from jobs');
  await db.query('update auth.users set email_proved_at = now()');

  const ids: number[] = [];
  for (let nth = 0; nth < EVENTS; nth += 1) {
    // Claims are in flight when a process is killed: the first is, then the one that has been started again.
    if (nth === 2) for (const device of devices) device.answer('silence');
    const body = {
      ...eventInput(systemClock, { title: `Event ${nth}`, invitee_ids: guests.map(({ id }) => id) }),
      start_time: new Date(systemClock.now() + 30 * HOUR_MS).toISOString(),
      end_time: new Date(systemClock.now() + 31 * HOUR_MS).toISOString(),
    };
    const { id } = await host.ok(eventRoutes.createEvent, { body });
    ids.push(id);
    if (nth === 3) {
      const isClaimed = async () =>
        (await rows(`select 1 from jobs where kind = 'push' and attempts > 0`)).length > 0;
      expect(await until(isClaimed, 20_000)).not.toBeNull();
      await one.kill();
      await db.query(`update jobs set due_at = now() where kind = 'push'`);
      for (const device of devices) device.answer({ status: 201 });
      await one.start();
    }
  }
  /** Of each device: what it shows; a message that came twice has the same tag and replaces itself. */
  const shown = (device: (typeof devices)[number], words: RegExp) =>
    [
      ...new Map(
        device.received
          .filter(({ message }) => words.test(message.body))
          .map(({ message }) => [message.tag, message.title]),
      ).values(),
    ].toSorted();
  const titles = ids.map((_, nth) => `Event ${nth}`);
  const areInvited = async () => devices.every((device) => shown(device, /invited you/).length === EVENTS);
  expect(await until(areInvited, 200_000)).not.toBeNull();
  // Now only: what has been answered is pushed no more.
  for (const eventId of ids) {
    await anna.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  }
  // A day before the start has just come, and nobody waits five minutes or for a claim to lapse.
  await db.query(
    `update events set created_at = created_at - interval '9 hours', start_time = start_time - interval '6 hours 1 minute'`,
  );
  await db.query(`update event_invites set created_at = created_at - interval '9 hours'`);
  const isReminded = async () => (await rows('select 1 from reminders_sent')).length >= EVENTS;
  expect(await until(isReminded, 60_000)).not.toBeNull();
  await one.kill();
  await one.start();
  await db.query(`update jobs set due_at = now() where kind = 'news_mail'`);
  const isDone = async () =>
    (await rows(`select 1 from jobs where kind in ('push', 'news_mail')`)).length === 0;
  expect(await until(isDone, 200_000)).not.toBeNull();

  for (const device of devices) expect(shown(device, /invited you/)).toEqual(titles);
  // Ben has not answered, and is reminded of nothing.
  expect(devices.map((device) => shown(device, /It starts/))).toEqual([titles, titles, []]);
  const stored = await rows(
    `select kind, count(*)::int as count from notifications where user_id = '${anna.id}' group by kind order by kind`,
  );
  expect(stored).toEqual([
    { kind: 'invited', count: EVENTS },
    { kind: 'reminder', count: EVENTS },
  ]);
  const toCat = mail.received.filter(({ envelope }) => envelope.includes(cat.email));
  expect(toCat).toHaveLength(1);
  const { text = '' } = await PostalMime.parse(toCat[0]?.raw ?? '');
  expect([...text.matchAll(/^“(Event \d)”: host invited you/gm)].map(([, title]) => title)).toEqual(titles);
  expect([...one.errors, ...other.errors]).toEqual([]);
}, 300_000);
