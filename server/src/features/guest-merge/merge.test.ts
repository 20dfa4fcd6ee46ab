import type { InviteStatus } from '@hereabouts/contract/schemas/invite-status';
import { routes } from '@hereabouts/contract/routes';
import { chatTopic } from '@hereabouts/contract/realtime';
import type { Context } from '@hereabouts/server/context';
import { arrangeEvent, createWorld, type World } from '@hereabouts/testing/access-world';
import { befriend, block, createEvent, say } from '@hereabouts/testing/builders';
import { recordEffects } from '@hereabouts/testing/effects';
import type { TestGuest, TestPerson } from '@hereabouts/testing/app';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mergeGuest } from './service.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

let guest: TestGuest;
let account: TestPerson;
beforeEach(async () => {
  [guest, account] = [await world.comeAsGuest('Zoe'), await world.signUp({ name: 'Zoe Renouf' })];
});

const merge = (person: Pick<TestPerson, 'call'> = account, token = guest.token) =>
  person.call(routes.mergeGuest, { body: { guest_token: token } });
const newEvent = async () => ({ eventId: await arrangeEvent(world, true) });
const joins = async (
  who: TestGuest | TestPerson,
  params: { eventId: number },
  status: InviteStatus = 'accepted',
) => {
  const { creator } = world.people;
  const { token } = await creator.ok(routes.createEventLink, { params });
  await who.ok(routes.joinByLink, { params: { token }, body: { status } });
};
const answerOf = async ({ id }: { id: string }, { eventId }: { eventId: number }) => {
  const rows = await world.context.db.query<{ status: string }>(
    'select status from event_invites where event_id = $1 and user_id = $2',
    [eventId, id],
  );
  return rows[0]?.status ?? null;
};
const exists = async ({ id }: { id: string }) =>
  (await world.context.db.query('select from users where id = $1', [id])).length > 0;

describe('GUEST-04 a guest who signed in to an account brings answers and messages along', () => {
  test('answers, messages and what was read belong to the account, and the guest is gone', async () => {
    const params = await newEvent();
    await joins(guest, params, 'tentative');
    const message = await say(guest, params.eventId);
    const socket = await world.connect(world.people.creator);
    await socket.join(chatTopic(params.eventId));
    expect(await merge()).toMatchObject({ status: 204 });
    await socket.seen(chatTopic(params.eventId), 'chat_changed');
    expect(await answerOf(account, params)).toBe('tentative');
    expect(await exists(guest)).toBe(false);
    expect((await guest.call(routes.getMe)).status).toBe(401);
    const { messages } = await account.ok(routes.listMessages, { params, query: {} });
    expect(messages).toMatchObject([{ id: message, sender: { id: account.id, name: 'Zoe Renouf' } }]);
    const event = await world.people.creator.ok(routes.getEvent, { params });
    expect(JSON.stringify(event)).not.toContain(guest.id);
    expect(JSON.stringify(event)).toContain(account.id);
  });

  test('many messages move before the transaction of the merge, each batch with the blocks; whoever has the chat open hears of it', async () => {
    const params = await newEvent();
    await joins(guest, params);
    await say(guest, params.eventId);
    const annoyed = await world.signUp();
    await joins(annoyed, params);
    await block(annoyed, guest);
    await world.context.db.query(
      `with room as (update chat_room set last_seq = 1200 where event_id = $1 returning id)
       insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
       select gen_random_uuid(), room.id, n, $2, 'Hello', now() from room, generate_series(2, 1200) n`,
      [params.eventId, guest.id],
    );
    const batches: unknown[] = [];
    const count = async (sql: string, values: unknown[]) =>
      (await world.context.db.query(sql, values)).length;
    const { context: recording, effects } = recordEffects(world.context);
    const context: Context = {
      ...recording,
      change: async (work, options) => {
        const result = await world.context.change(work, options);
        batches.push({
          guest: await count('select from chat_message where user_id = $1', [guest.id]),
          account: await count('select from chat_message where user_id = $1', [account.id]),
          blocks: await count('select from blocks where user_id = $1 and other_id = $2', [
            annoyed.id,
            account.id,
          ]),
        });
        return result;
      },
    };
    const viewer = viewerOf(account);
    await mergeGuest(context, viewer, guest.token, { headers: {}, ip: '127.0.0.1' });
    expect(batches).toEqual([
      { guest: 700, account: 500, blocks: 1 },
      { guest: 200, account: 1000, blocks: 1 },
    ]);
    expect(await count('select from chat_message where user_id = $1', [account.id])).toBe(1_200);
    expect(await exists(guest)).toBe(false);
    const changed = { kind: 'publish', topic: chatTopic(params.eventId), event: 'chat_changed' };
    expect(effects.filter((effect) => effect.kind === 'publish' && effect.event === 'chat_changed')).toEqual([
      expect.objectContaining(changed),
      expect.objectContaining(changed),
    ]);
  });

  test("the account's own answer takes precedence, on each list for itself", async () => {
    const [both, only] = [await newEvent(), await newEvent()];
    await joins(account, both, 'declined');
    await joins(guest, both, 'accepted');
    await joins(guest, only, 'accepted');
    await say(guest, both.eventId, 'From the guest');
    expect((await merge()).status).toBe(204);
    expect(await answerOf(account, both)).toBe('declined');
    expect(await answerOf(account, only)).toBe('accepted');
  });

  test('an invitation that the account has not answered gets the answer and the places of the guest', async () => {
    const { creator } = world.people;
    await befriend(creator, account);
    const changes = { invitee_ids: [account.id], places: 4, bring_max: 2 };
    const params = { eventId: await createEvent(world, creator, changes) };
    await joins(guest, params);
    await guest.ok(routes.respondToInvite, { params, body: { status: 'accepted', brings: 2 } });
    const before = (await creator.ok(routes.getEvent, { params })).going_count;
    expect((await merge()).status).toBe(204);
    const merged = await account.ok(routes.getEvent, { params });
    expect(merged).toMatchObject({ my_status: 'accepted', my_brings: 2, going_count: before });
  });

  test('HOST-04 an account that waits for a place gets that of the guest, or the guest’s earlier turn', async () => {
    const { creator } = world.people;
    const third = await world.signUp();
    const wait = (who: TestGuest | TestPerson, params: { eventId: number }) =>
      who.ok(routes.respondToInvite, { params, body: { status: 'accepted', wait: true } });
    for (const goes of [true, false]) {
      guest = await world.comeAsGuest('Zoe');
      const params = { eventId: await createEvent(world, creator, { places: goes ? 2 : 1 }) };
      await joins(guest, params, goes ? 'accepted' : 'pending');
      await joins(account, params, 'pending');
      await joins(third, params, 'pending');
      for (const who of goes ? [third, account] : [guest, third, account]) await wait(who, params);
      expect((await merge()).status).toBe(204);
      const event = await account.ok(routes.getEvent, { params });
      const place = goes
        ? { my_status: 'accepted', my_place_in_queue: null }
        : { my_status: 'pending', my_place_in_queue: 1 };
      expect(event).toMatchObject(place);
      expect(await answerOf(third, params)).toBe('pending');
    }
  });

  test('HOST-02 a co-host who has not answered gets the answer too, and one who declines is none any more', async () => {
    const { creator } = world.people;
    await befriend(creator, account);
    for (const status of ['declined', 'accepted'] as const) {
      const params = { eventId: await createEvent(world, creator, { invitee_ids: [account.id] }) };
      await creator.ok(routes.addCoHost, { params: { ...params, userId: account.id } });
      guest = await world.comeAsGuest('Zoe');
      await joins(guest, params, status);
      expect((await merge()).status).toBe(204);
      const { my_status, is_co_host } = await account.ok(routes.getEvent, { params });
      expect({ my_status, is_co_host }).toEqual({ my_status: status, is_co_host: status === 'accepted' });
    }
  });

  test('LIVE-04 friends at the live map are asked anew whom they see', async () => {
    const params = await newEvent();
    await joins(guest, params);
    const { context, effects } = recordEffects(world.context);
    const viewer = viewerOf(account);
    await mergeGuest(context, viewer, guest.token, { headers: {}, ip: '127.0.0.1' });
    const userIds = new Set([account.id]);
    expect(effects).toContainEqual({ kind: 'recheck_audience', ...params, userIds });
  });

  test('of two requests at once one moves everything; the other finds no guest', async () => {
    const params = await newEvent();
    await joins(guest, params);
    const statuses = (await Promise.all([merge(), merge()])).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 400]);
    expect(await answerOf(account, params)).toBe('accepted');
  });

  test('an account is nobody’s guest; a guest cannot take anything; an ended session authorises nothing', async () => {
    const params = await newEvent();
    await joins(guest, params);
    const other = await world.signUp();
    expect(await merge(account, other.token)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid' } },
    });
    expect(await merge(account, account.token)).toMatchObject({ status: 400 });
    const second = await world.comeAsGuest();
    expect(await merge(second)).toMatchObject({ status: 403, body: { error: { code: 'account_needed' } } });
    await world.context.auth.endUser(guest.id);
    expect(await merge()).toMatchObject({ status: 400 });
    expect(await exists(guest)).toBe(true);
    expect(await answerOf(guest, params)).toBe('accepted');
    expect(await answerOf(account, params)).toBeNull();
  });
});

describe('GUEST-04 bringing answers along evades nobody’s decision', () => {
  test('no list of a host who blocked the account, or who had removed it', async () => {
    const { creator } = world.people;
    const params = await newEvent();
    await joins(account, params);
    await creator.ok(routes.removeGuest, { params: { ...params, userId: account.id } });
    await joins(guest, params);
    expect((await merge()).status).toBe(204);
    expect(await answerOf(account, params)).toBeNull();

    const [again, blocked] = [await world.comeAsGuest(), await world.signUp()];
    const other = await newEvent();
    await joins(again, other);
    await block(creator, blocked);
    expect((await merge(blocked, again.token)).status).toBe(204);
    expect(await answerOf(blocked, other)).toBeNull();
  });

  test('a removal of the guest holds for the account, which finds the link gone', async () => {
    const { creator } = world.people;
    const params = await newEvent();
    await joins(guest, params);
    await creator.ok(routes.removeGuest, { params: { ...params, userId: guest.id } });
    expect((await merge()).status).toBe(204);
    const { token } = await creator.ok(routes.createEventLink, { params });
    expect((await account.call(routes.openEventLink, { params: { token } })).status).toBe(404);
  });

  test('who blocked the guest has blocked the account, and the other way round; friendships end with it', async () => {
    const params = await newEvent();
    const [annoyed, feared] = [await world.signUp(), await world.signUp()];
    await joins(guest, params);
    await joins(annoyed, params);
    await joins(feared, params);
    await say(guest, params.eventId);
    await befriend(account, annoyed);
    await block(annoyed, guest);
    await block(guest, feared);
    expect((await merge()).status).toBe(204);
    for (const other of [annoyed, feared]) {
      expect((await other.call(routes.getUser, { params: { userId: account.id } })).status).toBe(404);
      expect((await account.call(routes.getUser, { params: { userId: other.id } })).status).toBe(404);
    }
    const blocks = await account.ok(routes.listBlocks, { query: {} });
    expect(JSON.stringify(blocks)).toContain(feared.id);
    expect(JSON.stringify(blocks)).not.toContain(annoyed.id);
  });

  test('many blocks move before the transaction of the merge, each in one of its own', async () => {
    await world.context.db.query(
      `with people as (
         insert into users (id, name, created_at, updated_at)
         select gen_random_uuid(), 'Extra', now(), now() from generate_series(1, 30) returning id)
       insert into blocks (user_id, other_id, is_blocker, created_at)
       select $1::uuid, id, true, now() from people union all select id, $1::uuid, false, now() from people`,
      [guest.id],
    );
    let changes = 0;
    const context: Context = {
      ...world.context,
      change: (work, options) => {
        changes += 1;
        return world.context.change(work, options);
      },
    };
    const viewer = viewerOf(account);
    await mergeGuest(context, viewer, guest.token, { headers: {}, ip: '127.0.0.1' });
    expect(changes).toBe(30);
    const blocked = await world.context.db.query('select from blocks where user_id = $1 and is_blocker', [
      account.id,
    ]);
    expect(blocked).toHaveLength(30);
    expect(await exists(guest)).toBe(false);
  });

  test('an account that had blocked its own guest is not blocked by itself', async () => {
    const params = await newEvent();
    await joins(guest, params);
    await block(account, guest);
    expect((await merge()).status).toBe(204);
    expect((await account.call(routes.getMe)).status).toBe(200);
    expect(await answerOf(account, params)).toBe('accepted');
  });
});
