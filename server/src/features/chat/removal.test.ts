import { randomUUID } from 'node:crypto';
import { announcementRoutes } from '@hereabouts/contract/announcements';
import { chatRoutes, CHAT_TEXTS } from '@hereabouts/contract/chat';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { eventRoutes } from '@hereabouts/contract/events';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { chatTopic } from '@hereabouts/contract/realtime';
import { reportRoutes } from '@hereabouts/contract/reports';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, say } from '@hereabouts/testing/builders';
import { listNotes } from '#server/instance/removal-notes.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
let host: TestPerson;
let coHost: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
let params: { eventId: number };
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const all = await Promise.all(['Host', 'Co-host', 'Anna', 'Ben'].map((name) => app.signUp({ name })));
  [host, coHost, anna, ben] = all as [TestPerson, TestPerson, TestPerson, TestPerson];
  for (const guest of [coHost, anna, ben]) await befriend(host, guest);
  const invitee_ids = [coHost.id, anna.id, ben.id];
  params = { eventId: await createEvent(app, host, { is_private: true, invitee_ids }) };
  await coHost.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await host.ok(coHostRoutes.addCoHost, { params: { ...params, userId: coHost.id } });
});
afterAll(() => app.stop());

const remove = async (who: TestPerson, messageId: string, at = params) => {
  const { status, body } = await who.call(chatRoutes.removeMessage, { params: { ...at, messageId } });
  return status === 204 ? 204 : [status, (body as { error: { message: string } }).error.message];
};
const read = async (who: TestPerson) =>
  (await who.ok(chatRoutes.listMessages, { params, query: {} })).messages.map(({ message }) => message);

test('a message is deleted for everybody by its author, once and again, and by nobody else’s press', async () => {
  const id = await say(anna, params.eventId, 'My door code is 4711');
  expect(await remove(ben, id)).toEqual([403, CHAT_TEXTS.mayNotRemove]);
  expect(await read(ben)).toEqual(['My door code is 4711']);
  expect(await remove(anna, id)).toBe(204);
  expect(await remove(anna, id)).toBe(204);
  for (const person of [host, anna, ben]) expect(await read(person)).toEqual([CHAT_TEXTS.removed]);
  const left = await app.context.db.query('select message from chat_message where id = $1', [id]);
  expect(left).toEqual([{ message: CHAT_TEXTS.removed }]);
  // A restored backup does not bring it back.
  await app.context.jobs.idle();
  const notes = await listNotes(app.context.storage.notes);
  expect(notes.filter((note) => note.endsWith(`.message.${id}`))).toHaveLength(1);
});

test('LIVE-10 an author deletes also after Not Going, a removal from the list or the end of the event', async () => {
  const [first, second, third] = [
    await say(anna, params.eventId, 'one'),
    await say(anna, params.eventId, 'two'),
    await say(anna, params.eventId, 'three'),
  ];
  await anna.ok(inviteRoutes.respondToInvite, { params, body: { status: 'declined' } });
  expect(await remove(anna, first)).toBe(204);
  await host.ok(guestRemovalRoutes.removeGuest, { params: { ...params, userId: anna.id } });
  expect(await remove(anna, second)).toBe(204);
  await host.ok(eventRoutes.cancelEvent, { params });
  expect(await remove(anna, third)).toBe(204);
  expect(await read(ben)).toEqual([CHAT_TEXTS.removed, CHAT_TEXTS.removed, CHAT_TEXTS.removed]);
});

test('a host deletes what guests wrote, a co-host nothing of the creator’s', async () => {
  const [ofGuest, ofCoHost, ofHost] = [
    await say(anna, params.eventId, 'a'),
    await say(coHost, params.eventId, 'b'),
    await say(host, params.eventId, 'c'),
  ];
  expect(await remove(coHost, ofHost)).toEqual([403, CHAT_TEXTS.isCreators]);
  expect(await remove(coHost, ofGuest)).toBe(204);
  expect(await remove(host, ofCoHost)).toBe(204);
  expect(await read(ben)).toEqual([CHAT_TEXTS.removed, CHAT_TEXTS.removed, 'c']);
});

test('PERM-05 whoever does not see the event, or the message, learns nothing of it', async () => {
  const id = await say(anna, params.eventId, 'Between us');
  const stranger = await app.signUp();
  const elsewhere = { eventId: await createEvent(app, stranger) };
  expect(await remove(stranger, id)).toEqual([404, 'Not found']);
  expect(await remove(stranger, id, elsewhere)).toEqual([404, 'Not found']);
  expect(await remove(anna, id, elsewhere)).toEqual(await remove(anna, randomUUID(), elsewhere));
  expect(await remove(host, randomUUID())).toEqual([404, 'Not found']);
  await block(anna, coHost);
  expect(await remove(coHost, id)).toEqual([404, 'Not found']);
  expect(await read(ben)).toEqual(['Between us']);
});

test('open chats lose the words at once, and hosts alone are told who the creator is', async () => {
  const id = await say(anna, params.eventId, 'Oops');
  const socket = await app.connect(ben);
  const { channel } = await socket.join(chatTopic(params.eventId), {});
  const heard: unknown[] = [];
  channel.on('message_removed', (payload: unknown) => void heard.push(payload));
  expect(await remove(anna, id)).toBe(204);
  await vi.waitFor(() =>
    expect(heard).toMatchObject([
      { message: { id, kind: 'removed', message: CHAT_TEXTS.removed }, removed_count: 1 },
    ]),
  );
  const creatorSeenBy = async (who: TestPerson) =>
    (await who.ok(chatRoutes.listMessages, { params, query: {} })).event.creator_id;
  expect(await creatorSeenBy(host)).toBe(host.id);
  expect(await creatorSeenBy(coHost)).toBe(host.id);
  expect(await creatorSeenBy(anna)).toBeUndefined();
});

test('the operator reads what was reported, though its author has deleted it since', async () => {
  const id = await say(anna, params.eventId, 'I know where you live');
  await ben.ok(reportRoutes.report, { body: { kind: 'message', message_id: id, reason: 'Threat' } });
  expect(await remove(anna, id)).toBe(204);
  const [report] = await app.context.db.query<{ subject: string }>(
    'select subject from reports where message_id = $1',
    [id],
  );
  expect(report?.subject).toContain('I know where you live');
});

test('what is reported after it was deleted is named by its author and event, without its words', async () => {
  const id = await say(anna, params.eventId, 'I know where you live');
  await remove(anna, id);
  await ben.ok(reportRoutes.report, { body: { kind: 'message', message_id: id, reason: 'Threat' } });
  const named = 'select subject, user_id, event_id from reports where message_id = $1';
  expect(await app.context.db.query(named, [id])).toEqual([
    { subject: CHAT_TEXTS.removed, user_id: anna.id, event_id: params.eventId },
  ]);
});

test('the words of an announcement and of a meeting point are deleted like any others', async () => {
  await host.ok(announcementRoutes.announce, {
    params,
    body: { id: randomUUID(), message: 'Doors at 4711' },
  });
  const now = app.clock.now();
  await app.context.db.query('update events set start_time = $2 where id = $1', [
    params.eventId,
    new Date(now - 60_000).toISOString(),
  ]);
  const pin = { name: 'Behind my house', latitude: 49.1, longitude: -2.1, meet_at: null };
  await coHost.ok(meetingPointRoutes.setMeetingPoint, { params, body: pin });
  const { messages } = await host.ok(chatRoutes.listMessages, { params, query: {} });
  const [announced, met] = messages;
  expect([announced?.kind, met?.kind]).toEqual(['announcement', 'meeting_point']);
  expect(await remove(coHost, announced!.id)).toEqual([403, CHAT_TEXTS.isCreators]);
  expect(await remove(host, announced!.id)).toBe(204);
  expect(await remove(coHost, met!.id)).toBe(204);
  expect(await read(ben)).toEqual([CHAT_TEXTS.removed, CHAT_TEXTS.removed]);
  expect((await ben.ok(eventRoutes.getEvent, { params })).announcement).toBeNull();
});
