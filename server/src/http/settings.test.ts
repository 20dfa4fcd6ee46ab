import { settingsRoutes } from '@hereabouts/contract/settings';
import { startTestApp } from '@hereabouts/testing/app';
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
