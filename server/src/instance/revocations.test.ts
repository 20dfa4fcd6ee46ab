import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import type { TestApp, TestGuest, TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import type { Caller } from '@hereabouts/testing/caller';
import {
  endInstances,
  newFolder,
  newInstance,
  peopleOf,
  startInstance,
  stopInstance,
} from '@hereabouts/testing/restorable';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '#server/admin/commands.ts';
import type { Config } from '#server/config.ts';
import { backUp } from './backup.ts';
import { restoreArchive, type Restored } from './restore.ts';

/** A backup and a restore, on a machine that runs many tests at once. */
const HOOK_TIMEOUT_MS = 120_000;

const SUBSCRIBE_SQL = `
  insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
  select gen_random_uuid(), user_id, id, 'https://push.invalid', '', '', now() from auth.sessions where user_id = $1`;

/** Of a co-host, on an event of somebody else. */
const PICTURE_SQL = `
  with picture as (
    insert into uploads (path, owner_id, content_type, width, height, bytes, created_at)
    values (gen_random_uuid() || '.png', $1, 'image/png', 1, 1, 1, now()) returning path)
  update events set image = path from picture where id = $2`;

afterAll(endInstances);

describe(
  'OPS-11 after a restore nobody has again what somebody had taken from them',
  { timeout: 120_000 },
  () => {
    let config: Config;
    let app: TestApp;
    let again: TestApp;
    let restored: Restored;
    let archive: string;
    let open: number;
    let secret: number;
    let shown: number;
    let ofLeo: number;
    let late: number[];
    const persons = new Map<string, TestPerson>();
    const person = (name: string) => persons.get(name) as TestPerson;
    let guest: TestGuest;
    let keptGuest: TestGuest;
    let merged: TestGuest;
    let request: string;

    const of = (name: string, eventId = secret) => ({ params: { eventId, userId: person(name).id } });
    const passes = () => app.clock.advance(SECOND_MS);
    const host = () => person('Host');
    const edit = async (eventId: number, changes: Parameters<typeof eventInput>[1]) => {
      const body = { ...eventInput(app.clock, changes), keep_answers: true };
      await host().ok(routes.updateEvent, { params: { eventId }, body });
      passes();
    };
    const invite = (name: string) =>
      host().ok(routes.inviteFriends, {
        params: { eventId: secret },
        body: { user_ids: [person(name).id] },
      });
    const block = (who: string, whom: string) =>
      person(who).ok(routes.blockUser, { params: { userId: person(whom).id } });
    const unblock = (who: string, whom: string) =>
      person(who).ok(routes.unblockUser, { params: { userId: person(whom).id } });
    const showContact = (who: string, contact_visibility: 'everyone' | 'friends') =>
      person(who).ok(routes.updateMe, { body: { contact_visibility } });
    const end = (who: string, friendshipId: string) =>
      person(who).ok(routes.deleteFriendship, { params: { friendshipId } });

    /** Of a new event, report and invitation code. */
    const nextNumbers = async (on: TestApp, creator: Caller): Promise<number[]> => {
      const { id } = await creator.ok(routes.createEvent, { body: eventInput(on.clock) });
      await creator.ok(routes.report, { body: { kind: 'user', user_id: person('Dan').id, reason: 'Loud' } });
      await runCommand(on.context, { args: ['codes', 'create'], operator: 'tester' });
      const numbers = await on.context.db.query<{ id: number }>(
        'select max(id) as id from reports union all select max(id) from auth.invitation_codes',
      );
      return [id, ...numbers.map((row) => row.id)];
    };

    beforeAll(async () => {
      config = await newInstance();
      app = await startInstance(config);
      const friends = ['Co', 'Dan', 'Ed', 'Fay', 'Gus', 'Hal', 'Ira', 'Jo', 'Kim', 'Leo', 'Sue'];
      for (const name of ['Host', ...friends, 'Max', 'Ned', 'Oz', 'Pia']) {
        persons.set(name, await app.signUp({ name, email: `${name.toLowerCase()}@example.org` }));
      }
      const friendships = new Map<string, string>();
      for (const name of friends) friendships.set(name, await befriend(host(), person(name)));
      const invitee_ids = friends.map((name) => person(name).id);
      secret = await createEvent(app, host(), { is_private: true, invitee_ids });
      open = await createEvent(app, host(), { title: 'Open' });
      shown = await createEvent(app, host(), { title: 'Shown', is_private: true });
      ofLeo = await createEvent(app, person('Leo'), { is_private: true, invitee_ids: [host().id] });
      const { token } = await host().ok(routes.createEventLink, { params: { eventId: secret } });
      [guest, keptGuest, merged] = [
        await app.comeAsGuest('Guest'),
        await app.comeAsGuest('Kept'),
        await app.comeAsGuest('Oz'),
      ];
      for (const one of [guest, keptGuest, merged]) {
        await one.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
      }
      passes();
      // Taken back and given again before the backup.
      await host().ok(routes.removeGuest, of('Ed'));
      await host().ok(routes.addCoHost, of('Dan'));
      passes();
      await host().ok(routes.removeCoHost, of('Dan'));
      await block('Host', 'Fay');
      await end('Host', friendships.get('Gus')!);
      await edit(open, { title: 'Open', is_private: true });
      await invite('Ed');
      for (const name of ['Dan', 'Co', 'Sue']) await host().ok(routes.addCoHost, of(name));
      await unblock('Host', 'Fay');
      passes();
      friendships.set('Fay', await befriend(host(), person('Fay')));
      friendships.set('Gus', await befriend(host(), person('Gus')));
      await invite('Fay');
      await edit(open, { title: 'Open' });
      await block('Ned', 'Max');
      for (const name of ['Max', 'Oz']) await showContact(name, 'friends');
      passes();
      await showContact('Max', 'everyone');
      request = await ask(person('Ned'), host());
      await befriend(person('Max'), person('Oz'));
      // As if the storage had not answered since.
      const ended = `${app.clock.now()}.unfriended.${person('Oz').id}.${person('Max').id}`;
      await app.context.db.query(
        `insert into jobs (id, kind, payload, created_at, due_at, expires_at)
         values (gen_random_uuid(), 'keep_revocations', $1, now(), 'infinity', 'infinity')`,
        [JSON.stringify({ by: person('Oz').id, notes: [ended] })],
      );
      for (const eventId of [secret, open]) {
        const body = { id: randomUUID(), message: 'Bring a torch' };
        await host().ok(routes.announce, { params: { eventId }, body });
      }
      await app.context.jobs.idle();
      await app.context.db.query(SUBSCRIBE_SQL, [keptGuest.id]);
      await app.context.db.query(PICTURE_SQL, [person('Pia').id, ofLeo]);
      archive = join(await newFolder(), 'archive.tar');
      // One of its pictures is a row alone.
      await backUp(config, archive, { clock: app.clock, log: silentLog, force: true });

      // Taken back since.
      passes();
      late = await nextNumbers(app, host());
      await host().ok(routes.removeGuest, { params: { eventId: secret, userId: guest.id } });
      await host().ok(routes.removeGuest, { params: { eventId: secret, userId: merged.id } });
      await person('Oz').ok(routes.mergeGuest, { body: { guest_token: merged.token } });
      await host().ok(routes.removeGuest, of('Hal'));
      await host().ok(routes.removeCoHost, of('Co'));
      const suspension = ['people', 'suspend', person('Sue').id, '--why', 'It had to be'];
      await runCommand(app.context, { args: suspension, operator: 'tester' });
      passes();
      const reinstatement = ['people', 'reinstate', person('Sue').id, '--why', 'It need not be'];
      await runCommand(app.context, { args: reinstatement, operator: 'tester' });
      await end('Kim', friendships.get('Kim')!);
      await end('Ned', request);
      await block('Leo', 'Host');
      passes();
      await block('Host', 'Leo');
      await unblock('Ned', 'Max');
      await block('Jo', 'Host');
      passes();
      await unblock('Jo', 'Host');
      const kept = ['Co', 'Dan', 'Ed', 'Fay', 'Gus', 'Kim', 'Sue'].map((name) => person(name).id);
      await edit(secret, { is_private: true, invitee_ids: [...kept, keptGuest.id] });
      await edit(open, { title: 'Open', is_private: true });
      await edit(shown, { title: 'Shown' });
      await showContact('Ned', 'friends');
      await host().ok(routes.takeDownAnnouncement, { params: { eventId: secret } });
      await person('Pia').ok(routes.deleteAccount, { body: { password: person('Pia').password } });
      await app.context.jobs.idle();
      await stopInstance(app);

      restored = await restoreArchive(
        config,
        archive,
        { replace: true },
        { clock: app.clock, log: silentLog },
      );
      again = await startInstance(config, app);
    }, HOOK_TIMEOUT_MS);

    const sees = async (who: Caller, eventId: number) =>
      (await who.call(routes.getEvent, { params: { eventId } })).status === 200;
    const signIn = (name: string) => peopleOf(again).signIn(person(name));

    test('OPS-11 guests whom a host removed, also by an edit, are off the list, without an account at once', async () => {
      const seen: Record<string, boolean> = {};
      for (const name of ['Hal', 'Ira', 'Ed', 'Fay', 'Gus'])
        seen[name] = await sees(await signIn(name), secret);
      expect(seen).toEqual({ Hal: false, Ira: false, Ed: true, Fay: true, Gus: true });
      const { comeBack } = peopleOf(again);
      expect(await sees(comeBack(guest), secret)).toBe(false);
      expect(await sees(comeBack(keptGuest), secret)).toBe(true);
    });

    test('OPS-11 a new link is gone for removed guests, and for the account that one was merged into', async () => {
      const creator = await signIn('Host');
      const { token } = await creator.ok(routes.createEventLink, { params: { eventId: secret } });
      for (const name of ['Hal', 'Ira', 'Oz']) {
        const who = await signIn(name);
        expect((await who.call(routes.openEventLink, { params: { token } })).status).toBe(404);
      }
      expect((await (await signIn('Max')).call(routes.openEventLink, { params: { token } })).status).toBe(
        200,
      );
      const { removed } = await creator.ok(routes.listRemoved, { params: { eventId: secret } });
      expect(removed.map(({ user }) => user.name).toSorted()).toEqual(['Guest', 'Hal', 'Ira', 'Oz']);
    });

    test('OPS-11 a co-host who was removed or suspended is a guest; one who was made co-host again is one', async () => {
      const { invites } = await (await signIn('Host')).ok(routes.getEvent, { params: { eventId: secret } });
      const hosts = invites.filter((each) => each.is_co_host).map(({ user }) => user.name);
      expect(hosts).toEqual(['Dan']);
    });

    test('OPS-11 who was blocked is blocked, both ways, and what the block had ended is over', async () => {
      const [creator, leo] = [await signIn('Host'), await signIn('Leo')];
      const profile = (who: Caller, name: string) =>
        who.call(routes.getUser, { params: { userId: person(name).id } }).then(({ status }) => status);
      expect([await profile(creator, 'Leo'), await profile(leo, 'Host')]).toEqual([404, 404]);
      expect([await sees(creator, ofLeo), await sees(leo, secret)]).toEqual([false, false]);
      const blocks = async (who: Caller) =>
        (await who.ok(routes.listBlocks, { query: {} })).people.map(({ user }) => user.name);
      // Whoever blocks back learns no name.
      expect([await blocks(leo), await blocks(creator)]).toEqual([['Host'], ['']]);
      expect([await profile(await signIn('Ned'), 'Max'), await profile(await signIn('Jo'), 'Host')]).toEqual([
        200, 200,
      ]);
      expect(await sees(await signIn('Jo'), secret)).toBe(false);
    });

    test('OPS-11 an ended friendship or withdrawn request stays ended; friends again stay friends', async () => {
      const creator = await signIn('Host');
      const names = async (tab: 'friends' | 'pending') =>
        (await creator.ok(routes.listContacts, { query: { tab } })).contacts.map(({ name }) => name);
      expect(await names('friends')).toEqual(['Co', 'Dan', 'Ed', 'Fay', 'Gus', 'Hal', 'Ira', 'Sue']);
      expect(await names('pending')).toEqual([]);
    });

    test('OPS-11 the last change between private and public counts', async () => {
      const max = await signIn('Max');
      expect([await sees(max, open), await sees(max, shown)]).toEqual([false, true]);
    });

    test('OPS-11 what waited to be noted when the backup was made holds too, and waits on', async () => {
      const { contacts } = await (await signIn('Max')).ok(routes.listContacts, { query: { tab: 'friends' } });
      expect(contacts).toEqual([]);
      const waiting = await again.context.db.query(
        "select payload from jobs where kind = 'keep_revocations'",
      );
      expect(waiting).toHaveLength(1);
    });

    test('OPS-11 an address hidden since stays hidden; one shown to everybody again stays shown', async () => {
      const shownOf: Record<string, string> = {};
      for (const name of ['Ned', 'Max', 'Oz']) {
        shownOf[name] = (await (await signIn(name)).ok(routes.getMe)).contact_visibility;
      }
      expect(shownOf).toEqual({ Ned: 'friends', Max: 'everyone', Oz: 'friends' });
    });

    test('OPS-11 an announcement that was taken down is down, another one is up', async () => {
      const creator = await signIn('Host');
      const up: (string | undefined)[] = [];
      for (const eventId of [secret, open]) {
        const { announcement } = await creator.ok(routes.getEvent, { params: { eventId } });
        up.push(announcement?.message);
      }
      expect(up).toEqual([undefined, 'Bring a torch']);
    });

    test('OPS-11 no event, report or invitation code gets the number of one that the backup did not have, not even if it is restored again', async () => {
      const next = async (on: TestApp) => nextNumbers(on, await peopleOf(on).signIn(host()));
      const first = await next(again);
      for (const [nth, number] of first.entries()) expect(number).toBeGreaterThan((late[nth] ?? 0) + 1_000);
      const another = await newInstance();
      const clock = { ...app.clock, now: () => again.clock.now() + MINUTE_MS };
      await restoreArchive(another, archive, { replace: true }, { clock, log: silentLog });
      const second = await next(await startInstance(another, again));
      for (const [nth, number] of first.entries()) expect(second[nth]).toBeGreaterThan(number);
    });

    test('OPS-11 PUSH-03 nobody is pushed to by what they may have turned off since', async () => {
      expect((await peopleOf(again).comeBack(keptGuest).ok(routes.getPush)).endpoint).toBeNull();
      expect(restored.revoked).toContainEqual({ name: 'push subscriptions', rows: 1 });
    });

    test('OPS-11 HOST-07 no event shows a picture that went with the account of its owner', async () => {
      expect(await again.context.db.query('select image from events where id = $1', [ofLeo])).toEqual([
        { image: null },
      ]);
    });

    test('OPS-11 it is counted', () => {
      expect(restored.removedAgain).toMatchObject({
        takendown: 1,
        guest: 5,
        cohost: 2,
        appointed: 0,
        blocked: 2,
        unblocked: 2,
        unfriended: 3,
        private: 1,
        public: 1,
        contacthidden: 1,
        contactshown: 0,
      });
    });
  },
);
