import type { ChildProcess } from 'node:child_process';
import { sessionRoutes } from '@hereabouts/contract/sessions';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createCaller } from '@hereabouts/testing/caller';
import { freePort, natsServer, natsUrl, startNats, stopNats } from '@hereabouts/testing/nats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

describe.skipIf(natsServer === undefined)('two processes over NATS', () => {
  let nats: ChildProcess;
  let here: TestApp;
  let there: TestApp;

  beforeAll(async () => {
    const port = await freePort();
    nats = await startNats(port);
    here = await startTestApp({ natsUrl: natsUrl(port) });
    there = await startTestApp({ natsUrl: natsUrl(port) }, { beside: here });
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
    await stopNats(nats);
  });

  test('SESS-01 a session ended at one process is cut at the other: its socket and its requests', async () => {
    const ann = await here.signUp({ name: 'Ann' });
    const lost = ann.token;
    await ann.signInAgain();
    const socket = await there.listen({ id: ann.id, token: lost });
    const lostThere = createCaller(there.url, () => lost);
    const { sessions } = await lostThere.ok(sessionRoutes.listSessions);
    const sessionId = sessions.find(({ is_current: isCurrent }) => isCurrent)?.id ?? '';
    await ann.ok(sessionRoutes.endSession, { params: { sessionId } });
    expect(await socket.closed()).toBe(4002);
    // The clock stands still: the other process has been told.
    await vi.waitFor(async () => expect((await lostThere.call(sessionRoutes.listSessions)).status).toBe(401));
  });
});
