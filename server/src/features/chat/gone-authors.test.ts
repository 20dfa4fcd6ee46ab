import { randomUUID } from 'node:crypto';
import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { announcementRoutes } from '@hereabouts/contract/announcements';
import { chatRoutes } from '@hereabouts/contract/chat';
import { unreadCount } from '@hereabouts/contract/chat-progress';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { liveRoutes } from '@hereabouts/contract/live';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { chatTopic } from '@hereabouts/contract/realtime';
import { reportRoutes } from '@hereabouts/contract/reports';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, say } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
let params: { eventId: number };
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [host, anna, ben] = [await app.signUp(), await app.signUp(), await app.signUp()];
  for (const guest of [anna, ben]) await befriend(host, guest);
  params = { eventId: await createEvent(app, host, { invitee_ids: [anna.id, ben.id] }) };
});
afterAll(() => app.stop());

const leave = (who: TestPerson) =>
  who.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
const read = async (who: TestPerson) => {
  const { messages } = await who.ok(chatRoutes.listMessages, { params, query: { before: 1_000 } });
  return messages.map(({ message }) => message);
};
const event = (who: TestPerson) => who.ok(eventRoutes.getEvent, { params });

test.for(['the one who blocked', 'the one who was blocked'])(
  'SAFE-01 CHAT-12 what two in a block wrote stays hidden from each other when %s deletes the account',
  async (who) => {
    await say(anna, params.eventId, 'I sleep at 12 Rue du Port tonight');
    await say(ben, params.eventId, 'Threats');
    await (who === 'the one who blocked' ? block(anna, ben) : block(ben, anna));
    await leave(anna);
    expect(await read(ben)).toEqual(['', 'Threats']);
    expect(unreadCount((await event(ben)).chat)).toBe(0);
    expect(await read(host)).toEqual(['I sleep at 12 Rue du Port tonight', 'Threats']);
    expect(unreadCount((await event(host)).chat)).toBe(2);
    await leave(ben);
    expect(await read(host)).toEqual(['I sleep at 12 Rue du Port tonight', 'Threats']);
  },
);

test('SAFE-01 CHAT-12 a message deleted after its author’s account is told without its id to whoever was in a block with them', async () => {
  const id = await say(anna, params.eventId, 'I sleep at 12 Rue du Port tonight');
  await block(ben, anna);
  await leave(anna);
  const heard: Record<string, unknown> = {};
  for (const who of [ben, host]) {
    const { channel } = await (await app.connect(who)).join(chatTopic(params.eventId), {});
    channel.on('message_removed', ({ message }: { message: unknown }) => void (heard[who.id] = message));
  }
  await host.ok(chatRoutes.removeMessage, { params: { ...params, messageId: id } });
  await vi.waitFor(() => expect(Object.keys(heard)).toHaveLength(2));
  expect(heard[host.id]).toMatchObject({ id, kind: 'removed' });
  expect(JSON.stringify(heard[ben.id])).not.toContain(id);
});

test('SAFE-01 LIVE-06 the name of a meeting point stays hidden from whoever is in a block with its deleted author; its place stays', async () => {
  const now = app.clock.now();
  const { eventId } = params;
  for (const who of [anna, ben])
    await who.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await app.context.db.query('update events set start_time = $2, end_time = $3 where id = $1', [
    eventId,
    new Date(now - HOUR_MS),
    new Date(now + HOUR_MS),
  ]);
  const point = { name: 'Behind my house', latitude: 49.2, longitude: -2.1, meet_at: null };
  await anna.ok(meetingPointRoutes.setMeetingPoint, { params, body: point });
  await block(ben, anna);
  await leave(anna);
  const seen = async (who: TestPerson) => (await who.ok(liveRoutes.getLive, { params })).meeting_point;
  expect(await seen(ben)).toMatchObject({ name: 'Meeting point', latitude: 49.2, set_by: null });
  expect(await seen(host)).toMatchObject({ name: 'Behind my house', set_by: null });
});

test('SAFE-01 SAFE-02 neither a report nor the event’s page tells what a deleted author in a block wrote', async () => {
  await anna.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await host.ok(coHostRoutes.addCoHost, { params: { ...params, userId: anna.id } });
  const id = await say(anna, params.eventId, 'I sleep at 12 Rue du Port tonight');
  await anna.ok(announcementRoutes.announce, {
    params,
    body: { id: randomUUID(), message: 'We meet at Rue du Port' },
  });
  await block(ben, anna);
  await leave(anna);
  await ben.ok(reportRoutes.report, { body: { kind: 'message', message_id: id, reason: 'Spam' } });
  const told = JSON.stringify([
    await event(ben),
    await ben.ok(chatRoutes.listMessages, { params, query: { before: 1_000 } }),
    await (await ben.call(accountDataRoutes.downloadData)).body,
  ]);
  expect(told).not.toContain('Rue du Port');
  expect(JSON.stringify(await event(host))).toContain('Rue du Port');
});
