import type { Queryable } from '@hereabouts/server/db/database';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockEventForHost } from './event-holds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const APPOINT_SQL = 'update event_invites set is_co_host = true where event_id = $1 and user_id = $2';
const LOCKED_HERE_SQL = 'select from events where id = $1 and xmax = pg_current_xact_id()::xid';

test('HOST-02 a guest made co-host while the event is being locked locks it as well', async () => {
  const [host, tom] = [await app.signUp(), await app.signUp()];
  await befriend(host, tom);
  const eventId = await createEvent(app, host, { invitee_ids: [tom.id] });
  const isLockedHere = async (tx: Queryable) => (await tx.query(LOCKED_HERE_SQL, [eventId])).length === 1;
  await app.context.db.transaction(async (tx) => {
    let statements = 0;
    const appointing: Queryable = {
      ...tx,
      query: async (statement, params) => {
        const rows = await tx.query(statement, params);
        statements += 1;
        if (statements === 1) await tx.query(APPOINT_SQL, [eventId, tom.id]);
        return rows;
      },
    };
    const lock = (on: Queryable) => lockEventForHost(on, viewerOf(tom), eventId, 'edit');
    await expect(lock(tx)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await isLockedHere(tx)).toBe(false);
    expect((await lock(appointing)).id).toBe(eventId);
    expect(await isLockedHere(tx)).toBe(true);
  });
});
