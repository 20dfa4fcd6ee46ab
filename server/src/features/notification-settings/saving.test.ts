import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as repo from './repo.ts';
import { getSettings, saveSettings, stopMails } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const SEEN = { off: ['chat' as const], quiet: null, hides_details: false, by_mail: true };
const QUIET = { from: 1320, until: 420 };

async function arrange() {
  const anna = await app.signUp();
  const save = (changes: object) =>
    anna.ok(routes.saveNotificationSettings, { body: { ...SEEN, ...changes } });
  await save({});
  return { anna, save, stored: () => getSettings(app.context, anna.id) };
}

test('PUSH-02 PUSH-06 a save changes only what differs from what its person saw, category by category', async () => {
  const { anna, save, stored } = await arrange();
  await save({ off: ['answers', 'chat'], hides_details: true, before: SEEN });
  await stopMails(app.context, anna.id);
  const saved = await save({ off: ['reminders'], quiet: QUIET, before: SEEN });
  expect(saved).toEqual({ off: ['answers', 'reminders'], quiet: QUIET, hides_details: true, by_mail: false });
  expect(await stored()).toEqual(saved);
  expect(await save({ off: ['chat'], quiet: null, before: { ...SEEN, quiet: QUIET } })).toEqual({
    ...saved,
    quiet: null,
  });
});

test('PUSH-02 settings saved without what was there before, as by an earlier release, replace all', async () => {
  const { save, stored } = await arrange();
  await save({ off: ['answers'], quiet: QUIET, hides_details: true, by_mail: false });
  await save({});
  expect(await stored()).toEqual(SEEN);
});

// The embedded database has one connection: nothing comes in between there.
test.runIf(inject('testDatabase').engine === 'postgres')(
  'PUSH-06 mails stopped while other settings are being saved stay off',
  async () => {
    const { anna, stored } = await arrange();
    const { db } = app.context;
    const { saving } = await db.transaction(async (tx) => {
      await repo.stopMails(tx, anna.id);
      const saving = saveSettings(app.context, viewerOf(anna), {
        ...SEEN,
        hides_details: true,
        before: SEEN,
      });
      await untilLockWait(db, saving);
      return { saving };
    });
    await saving;
    expect(await stored()).toEqual({ ...SEEN, hides_details: true, by_mail: false });
  },
);
