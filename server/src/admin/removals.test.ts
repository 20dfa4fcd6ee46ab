import { chatRoutes } from '@hereabouts/contract/chat';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { chatTopic, eventTopic, liveTopic, userTopic } from '@hereabouts/contract/realtime';
import { reportRoutes } from '@hereabouts/contract/reports';
import { imageUrl, uploadRoutes } from '@hereabouts/contract/uploads';
import { userRoutes } from '@hereabouts/contract/users';
import { sweepReports } from '@hereabouts/server/features/reports/service';
import { sweepUploads } from '@hereabouts/server/features/uploads/sweep-service';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, say } from '@hereabouts/testing/builders';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { kinds, read } from '@hereabouts/testing/notifications';
import { png } from '@hereabouts/testing/upload-forms';
import { storedFiles, uploadRows } from '@hereabouts/testing/uploads-seen';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const admin = (...args: string[]) => runCommand(app.context, { args, operator: 'olga' });
const why = ['--why', 'Against the rules'];
const actions = async () =>
  await app.context.db.query(
    'select action, operator, reason from operator_actions order by id desc limit 1',
  );
/** How many events the one notification about removed ones stands for. */
const removedCount = async (person: TestPerson) =>
  (await read(person)).notifications.flatMap(({ kind, deleted_events: removed }) =>
    kind.endsWith('event_removed') ? [removed?.more] : [],
  );
const reportOf = async (
  reporter: TestPerson,
  body: { kind: 'event'; event_id: number } | { kind: 'user'; user_id: string },
) => {
  await reporter.ok(reportRoutes.report, { body: { ...body, reason: 'Unkind' } });
  const [row] = await app.context.db.query<{ id: number }>('select max(id) as id from reports');
  return row?.id ?? 0;
};

test('OPS-12 PERM-08 a removed event is not found for anybody, and its people are told without its text', async () => {
  const [host, going, pending, declined, stranger] = [
    await app.signUp(),
    await app.signUp(),
    await app.signUp(),
    await app.signUp(),
    await app.signUp(),
  ];
  const guests = [going, pending, declined];
  for (const guest of guests) await befriend(host, guest);
  const eventId = await createEvent(app, host, {
    title: 'Rude title',
    invitee_ids: guests.map(({ id }) => id),
  });
  const params = { eventId };
  await going.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await declined.ok(inviteRoutes.respondToInvite, { params, body: { status: 'declined' } });
  await say(host, eventId);
  const everybody = [host, ...guests, stranger];
  for (const person of everybody) await person.ok(eventRoutes.getEvent, { params });

  expect(await admin('events', 'remove', `${eventId}`, ...why)).toMatchObject({ ok: true });

  for (const person of everybody) {
    expect((await person.call(eventRoutes.getEvent, { params })).status).toBe(404);
    expect((await person.call(chatRoutes.listMessages, { params, query: {} })).status).toBe(404);
    expect(JSON.stringify(await person.ok(eventRoutes.listHome, { query: {} }))).not.toContain('Rude title');
  }
  const answer = { params, body: { status: 'accepted' } } as const;
  expect((await going.call(inviteRoutes.respondToInvite, answer)).status).toBe(404);
  expect(await kinds(host)).toContain('own_event_removed');
  for (const guest of [going, pending]) expect(await kinds(guest)).toContain('event_removed');
  for (const person of [declined, stranger]) expect(await kinds(person)).not.toContain('event_removed');
  for (const person of everybody) expect(JSON.stringify(await read(person))).not.toContain('Rude title');
  const another = await createEvent(app, host, { title: 'Rude title', invitee_ids: [going.id] });
  expect(await admin('events', 'remove', `${another}`, ...why)).toMatchObject({ ok: true });
  expect([await removedCount(going), await removedCount(pending), await removedCount(host)]).toEqual([
    [2],
    [1],
    [2],
  ]);
  expect(await actions()).toEqual([
    { action: 'events remove', operator: 'olga', reason: 'Against the rules' },
  ]);
});

test('OPS-04 OPS-12 a removal of an event is recorded before its chat goes, and finished after a failure', async () => {
  const host = await app.signUp();
  const eventId = await createEvent(app, host);
  await say(host, eventId);
  vi.spyOn(app.context, 'emit').mockRejectedValueOnce(new Error('As if it died'));
  expect(await admin('events', 'remove', `${eventId}`, ...why)).toMatchObject({ ok: true });
  vi.restoreAllMocks();
  const found = () => host.call(eventRoutes.getEvent, { params: { eventId } });
  expect([(await found()).status, await actions()]).toEqual([
    200,
    [{ action: 'events remove', operator: 'olga', reason: 'Against the rules' }],
  ]);
  app.clock.advance(MINUTE_MS);
  await expect.poll(async () => (await found()).status).toBe(404);
});

test('OPS-12 LIVE-10 open pages lose a removed event at once, and nobody shares a position there', async () => {
  const scene = await arrangeScene(app);
  const socket = await app.connect(scene.friend);
  for (const topic of [eventTopic, chatTopic, liveTopic]) await socket.join(topic(scene.eventId));
  await scene.share(scene.host);
  const list = await app.listen(scene.host);

  await admin('events', 'remove', `${scene.eventId}`, ...why);

  for (const topic of [eventTopic, chatTopic, liveTopic])
    await socket.seen(topic(scene.eventId), 'access_lost');
  for (const event of ['event_list_changed', 'notifications_changed'])
    await list.seen(userTopic(scene.host.id), event);
  const sharing = 'select from live_sharing where event_id = $1';
  expect(await app.context.db.query(sharing, [scene.eventId])).toEqual([]);
  await expect(socket.join(liveTopic(scene.eventId))).rejects.toThrow();
});

test('OPS-12 a report of a removed event keeps its text until it has been closed for 30 days', async () => {
  const [host, reporter] = [await app.signUp(), await app.signUp()];
  const eventId = await createEvent(app, host, { title: 'Rude title' });
  const number = await reportOf(reporter, { kind: 'event', event_id: eventId });
  expect(await admin('events', 'remove', `report:${number}`, ...why)).toMatchObject({ ok: true });
  expect((await admin('reports')).text).toContain('Rude title');
  await admin('reports', 'close', `${number}`);
  await sweepReports(app.context);
  expect((await admin('reports', '--all')).text).toContain('Rude title');
  const longAgo = new Date(app.clock.now() - 31 * DAY_MS).toISOString();
  await app.context.db.query('update reports set closed_at = $2 where id = $1', [number, longAgo]);
  await sweepReports(app.context);
  expect((await admin('reports', '--all')).text).not.toContain('Rude title');
});

test('OPS-12 a removed picture is replaced by the default one, and its files are deleted', async () => {
  const host = await app.signUp();
  const picture = await host.ok(uploadRoutes.createUpload, { body: await png() });
  const eventId = await createEvent(app, host, { image: picture.path });
  await host.ok(userRoutes.updateMe, { body: { image: picture.path } });
  const socket = await app.connect(host);
  await socket.join(eventTopic(eventId));
  const list = await app.listen(host);
  const filesOf = async () =>
    (await storedFiles(app.context)).filter((name) => name.startsWith(picture.path.slice(0, 36)));
  expect(await filesOf()).toHaveLength(3);

  // As a page shows it.
  const shown = imageUrl(picture.path, 'detail');
  expect(await admin('pictures', 'remove', shown, ...why)).toMatchObject({ ok: true });
  expect((await admin('log')).text).toContain(`picture    ${picture.path}`);

  await socket.seen(eventTopic(eventId), 'event_changed');
  await list.seen(userTopic(host.id), 'event_list_changed');
  await app.context.jobs.idle();
  expect(await filesOf()).toEqual([]);
  expect(await uploadRows(app.context)).not.toContain(picture.path);
  for (const variant of [undefined, 'card', 'detail'] as const) {
    expect((await fetch(app.url + imageUrl(picture.path, variant))).status).toBe(404);
  }
  expect((await host.ok(eventRoutes.getEvent, { params: { eventId } })).image).toBeNull();
  expect((await host.ok(userRoutes.getMe)).image).toBeNull();
  const again = { body: { image: picture.path } };
  expect((await host.call(userRoutes.updateMe, again)).status).toBe(400);
});

test('OPS-04 OPS-12 the picture of a reported person or event is shown with the report and named by it', async () => {
  const [host, reporter] = [await app.signUp(), await app.signUp()];
  const pictures = [];
  for (let nth = 0; nth < 2; nth += 1)
    pictures.push((await host.ok(uploadRoutes.createUpload, { body: await png() })).path);
  const [ofPerson = '', ofEvent = ''] = pictures;
  await host.ok(userRoutes.updateMe, { body: { image: ofPerson } });
  const eventId = await createEvent(app, host, { image: ofEvent });
  const numbers = [
    await reportOf(reporter, { kind: 'user', user_id: host.id }),
    await reportOf(reporter, { kind: 'event', event_id: eventId }),
  ];
  const { text } = await admin('reports');
  for (const path of pictures) expect(text).toContain(imageUrl(path));
  for (const number of numbers) {
    expect(await admin('pictures', 'remove', `report:${number}`, ...why)).toMatchObject({ ok: true });
    expect(await admin('pictures', 'remove', `report:${number}`, ...why)).toMatchObject({ ok: false });
  }
  await app.context.jobs.idle();
  for (const path of pictures) expect(await uploadRows(app.context)).not.toContain(path);
  expect((await admin('log')).text).toContain(`picture    ${ofEvent}`);
});

test('OPS-04 OPS-12 a report keeps the picture that was reported, whatever its owner shows since, and its removal takes that one', async () => {
  const [victim, host, reporter] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const upload = async (owner: TestPerson) =>
    (await owner.ok(uploadRoutes.createUpload, { body: await png() })).path;
  const [reported, theirs] = [await upload(host), await upload(victim)];
  await befriend(victim, host);
  const params = {
    eventId: await createEvent(app, victim, { image: theirs, invitee_ids: [host.id] }),
    userId: host.id,
  };
  await victim.ok(coHostRoutes.addCoHost, { params });
  const eventId = await createEvent(app, host, { image: reported });
  const number = await reportOf(reporter, { kind: 'event', event_id: eventId });
  const body = { ...eventInput(app.clock, { image: theirs }), keep_answers: true };
  await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
  const reports = async () => (await admin('reports')).text;
  expect(await reports()).toContain(imageUrl(reported));
  expect(await reports()).not.toContain(imageUrl(theirs));

  // Nobody shows it any more: its address is gone as that of any other.
  app.clock.set(app.clock.now() + 25 * HOUR_MS);
  await sweepUploads(app.context);
  expect((await fetch(app.url + imageUrl(reported))).status).toBe(404);
  const [kept = ''] = /[\w-]{36}\.png/.exec((await reports()).split('\n\n')[0] ?? '') ?? [];
  expect(kept).not.toBe(reported);
  expect((await fetch(app.url + imageUrl(kept))).status).toBe(200);
  await host.signInAgain();
  expect((await host.ok(uploadRoutes.listUploads, { query: {} })).uploads).toEqual([]);
  app.clock.set(app.clock.now() + 25 * HOUR_MS);
  await sweepUploads(app.context);
  expect(await uploadRows(app.context)).toEqual(expect.arrayContaining([kept, theirs]));

  expect(await admin('pictures', 'remove', `report:${number}`, ...why)).toMatchObject({ ok: true });
  await app.context.jobs.idle();
  expect(await uploadRows(app.context)).not.toContain(kept);
  expect(await uploadRows(app.context)).toContain(theirs);
});

test('OPS-12 STOR-01 the picture of a report goes 30 days after the report is closed', async () => {
  const [host, reporter] = [await app.signUp(), await app.signUp()];
  const { path } = await host.ok(uploadRoutes.createUpload, { body: await png() });
  await host.ok(userRoutes.updateMe, { body: { image: path } });
  const number = await reportOf(reporter, { kind: 'user', user_id: host.id });
  await host.ok(userRoutes.updateMe, { body: { image: null } });
  const pass = async (ms: number) => {
    app.clock.set(app.clock.now() + ms);
    await sweepReports(app.context);
    await sweepUploads(app.context);
  };
  await pass(25 * HOUR_MS);
  await admin('reports', 'close', `${number}`);
  await pass(29 * DAY_MS);
  const shown = async () => (await admin('reports', '--all')).text.includes('picture    ');
  const before = await uploadRows(app.context);
  expect(await shown()).toBe(true);
  await pass(2 * DAY_MS);
  expect(await shown()).toBe(false);
  expect(await uploadRows(app.context)).toHaveLength(before.length - 1);
});

test('OPS-12 the files of a removed picture are deleted later while the storage fails, and nobody can choose it', async () => {
  const host = await app.signUp();
  const picture = await host.ok(uploadRoutes.createUpload, { body: await png() });
  await host.ok(userRoutes.updateMe, { body: { image: picture.path } });
  const { storage } = app.context;
  const deleteFiles = storage.delete;
  storage.delete = () => Promise.reject(new Error('no answer'));
  expect(await admin('pictures', 'remove', picture.path, ...why)).toMatchObject({ ok: true });
  await app.context.jobs.idle();
  expect((await host.ok(userRoutes.getMe)).image).toBeNull();
  const choose = { body: { image: picture.path } };
  expect((await host.call(userRoutes.updateMe, choose)).status).toBe(400);
  storage.delete = deleteFiles;
  app.clock.advance(60_000);
  await expect.poll(() => uploadRows(app.context)).not.toContain(picture.path);
  expect((await storedFiles(app.context)).join()).not.toContain(picture.path.slice(0, 36));
});

test('OPS-04 a report about something else is named as such', async () => {
  const [host, reporter] = [await app.signUp(), await app.signUp()];
  const number = await reportOf(reporter, { kind: 'user', user_id: host.id });
  const text = `Report ${number} is about a person.\n`;
  for (const noun of ['events', 'messages']) {
    expect(await admin(noun, 'remove', `report:${number}`, ...why)).toEqual({ ok: false, text });
    const missing = { ok: false, text: 'There is no report 999999999.\n' };
    expect(await admin(noun, 'remove', 'report:999999999', ...why)).toEqual(missing);
  }
  // A person without a picture.
  expect((await admin('pictures', 'remove', `report:${number}`, ...why)).text).toContain(
    'not there any more',
  );
});

test('OPS-04 nothing is removed without a reason, under an unknown number, or twice', async () => {
  const host = await app.signUp();
  const eventId = await createEvent(app, host);
  const picture = await host.ok(uploadRoutes.createUpload, { body: await png() });
  const before = await app.context.db.query('select from operator_actions');
  for (const args of [
    ['events', 'remove', `${eventId}`],
    ['events', 'remove', '999999999', ...why],
    ['events', 'remove', 'report:999999999', ...why],
    ['events', 'remove', 'x', ...why],
    ['pictures', 'remove', picture.path],
    ['pictures', 'remove', 'no-such.png', ...why],
    ['pictures', 'remove', 'report:999999999', ...why],
  ]) {
    expect(await admin(...args), args.join(' ')).toMatchObject({ ok: false });
  }
  expect(await app.context.db.query('select from operator_actions')).toHaveLength(before.length);
  await host.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(await admin('events', 'remove', `${eventId}`, ...why)).toMatchObject({ ok: true });
  expect(await admin('events', 'remove', `${eventId}`, ...why)).toMatchObject({ ok: false });
});
