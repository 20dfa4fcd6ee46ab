import { settingsRoutes } from '@hereabouts/contract/settings';
import { startTestApp } from '@hereabouts/testing/app';
import { runCommand } from '#server/admin/commands.ts';
import { readConfig } from '#server/config.ts';
import { expect, test } from 'vitest';

test('REG-03 the instance says how long a password must be before one is chosen', async () => {
  const auth = { ...readConfig({}).auth, passwordMinLength: 14 };
  const app = await startTestApp({ auth });
  try {
    expect((await app.anonymous.ok(settingsRoutes.getSettings)).password_min_length).toBe(14);
  } finally {
    await app.stop();
  }
});

test('guests are offered to go on only where they would be let in', async () => {
  const offered = async (anonymous: boolean, openness: 'open' | 'code' | 'closed') => {
    const app = await startTestApp({ auth: { ...readConfig({}).auth, anonymous } });
    try {
      await runCommand(app.context, { args: ['sign-ups', openness, '--why', 'Test'], operator: 'olga' });
      return (await app.anonymous.ok(settingsRoutes.getSettings)).guests;
    } finally {
      await app.stop();
    }
  };
  expect(await offered(true, 'open')).toBe(true);
  expect(await offered(true, 'code')).toBe(false);
  expect(await offered(true, 'closed')).toBe(false);
  expect(await offered(false, 'open')).toBe(false);
});
