import { DAY_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { startTestApp } from '@hereabouts/testing/app';
import { createEvent, eventInput } from '@hereabouts/testing/builders';
import { expect, test } from 'vitest';

const A_DAY = 3;

test('a person creates only so many events in a day; the repetition of a lost response is none of them (S50)', async () => {
  const app = await startTestApp({ eventsPerDay: A_DAY });
  try {
    const [host, other] = [await app.signUp(), await app.signUp()];
    const key = crypto.randomUUID();
    const body = { ...eventInput(app.clock), key };
    const { id } = await host.ok(eventRoutes.createEvent, { body });
    for (let nth = 2; nth <= A_DAY; nth += 1) await createEvent(app, host);

    const refused = await host.call(eventRoutes.createEvent, { body: eventInput(app.clock) });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBe(DAY_MS / 1_000);
    expect((await host.ok(eventRoutes.createEvent, { body })).id).toBe(id);
    await createEvent(app, other);
    expect((await host.ok(eventRoutes.listHome, { query: {} })).events).toHaveLength(A_DAY);

    app.clock.advance(DAY_MS);
    await host.signInAgain();
    await createEvent(app, host);
  } finally {
    await app.stop();
  }
});
