import { startTestApp } from '@hereabouts/testing/app';
import { expect, test } from 'vitest';

test('OPS-10 a stopping server is not ready, answers what still comes, and closes each connection', async () => {
  const app = await startTestApp();
  const person = await app.signUp();
  // Its socket is closed some seconds later, by a clock that stands still: so long the server is stopping.
  await app.listen(person);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  const stopped = app.app.stop();
  const ready = await fetch(`${app.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('stopping')]);
  const me = await fetch(`${app.url}/api/me`, { headers: { authorization: `Bearer ${person.token}` } });
  expect([me.status, me.headers.get('connection')]).toEqual([200, 'close']);
  await app.stop();
  await stopped;
});
