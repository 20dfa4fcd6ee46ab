import { HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp } from '@hereabouts/testing/app';
import { createEvent } from '@hereabouts/testing/builders';
import { expect, test } from 'vitest';

test('PUSH-02 a mute that is over is gone within an hour, also where no process runs for a day', async () => {
  const app = await startTestApp();
  try {
    const host = await app.signUp();
    const muted = () => app.context.db.query('select from muted_chats');
    for (const time of ['hour', 'always'] as const) {
      const params = { eventId: await createEvent(app, host) };
      await host.ok(routes.muteChat, { params, body: { for: time } });
    }
    expect(await muted()).toHaveLength(2);
    app.clock.set(app.clock.now() + HOUR_MS + 1);
    app.clock.advance(1);
    await expect.poll(muted).toHaveLength(1);
  } finally {
    await app.stop();
  }
});
