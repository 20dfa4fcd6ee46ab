import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@hereabouts/contract/durations';
import { startTestApp } from '@hereabouts/testing/app';
import { expect, test } from 'vitest';
import { isNewAccount } from './new-accounts.ts';

test('LIVE-10 an account is new for a week, and so is one that is gone: to delete it wins nothing', async () => {
  const app = await startTestApp();
  try {
    const { id } = await app.signUp();
    expect(await isNewAccount(app.context, id)).toBe(true);
    expect(await isNewAccount(app.context, randomUUID())).toBe(true);
    app.clock.set(app.clock.now() + 7 * DAY_MS);
    expect(await isNewAccount(app.context, id)).toBe(false);
  } finally {
    await app.stop();
  }
});
