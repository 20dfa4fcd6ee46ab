import { expect, test } from 'vitest';
import type { Queryable } from '#server/db/database.ts';
import type { Bus } from '#server/realtime/bus.ts';
import type { AccessLoss } from '#server/realtime/local-bus.ts';
import { sessionHooks } from './session-ends.ts';

test.each([
  ['ends', 'auth.session_ended', (hooks: Hooks) => hooks.sessionsEnded?.({} as Queryable, ['s1'])],
  [
    'falls back to the first step',
    'auth.session_restricted',
    (hooks: Hooks) => hooks.sessionRestricted?.({} as Queryable, { sessionId: 's1', cause: 'f1' }),
  ],
] as const)(
  'SESS-03 MFA-03 every process hears that a session %s before it closes its sockets, so that none comes back',
  async (_what, subject, tell) => {
    const kept: AccessLoss[] = [];
    const bus = { keep: async (_tx: Queryable, losses: readonly AccessLoss[]) => void kept.push(...losses) };
    await tell(sessionHooks(bus as unknown as Bus));
    expect(kept).toHaveLength(2);
    expect(kept[0]).toMatchObject({ subject });
    expect(kept[0]?.message.toString()).toBe('s1');
    expect(kept[1]?.subject).not.toBe(subject);
  },
);

type Hooks = ReturnType<typeof sessionHooks>;
