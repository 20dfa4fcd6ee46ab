import { sessionRoutes } from '@hereabouts/contract/sessions';
import type { TestApp } from '@hereabouts/testing/app';
import { createCaller } from '@hereabouts/testing/caller';
import { natsServer } from '@hereabouts/testing/nats';
import { startTwoProcesses } from '@hereabouts/testing/two-processes';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

describe.skipIf(natsServer === undefined)('two processes over NATS', () => {
  let here: TestApp;
  let there: TestApp;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ here, there, stop } = await startTwoProcesses());
  });
  afterAll(() => stop());

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
