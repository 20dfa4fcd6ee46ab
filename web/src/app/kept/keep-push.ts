import { onAuthEvent } from '#web/auth/session.ts';
import { registerAgain } from '#web/features/notifications/device.ts';
import { logError } from '#web/lib/log.ts';
import { forgetPush } from './forget-push.ts';

let last = Promise.resolve();

/** One after the other: what a session leaves behind is gone before the next one asks. The result rejects as `work` does. */
function inTurn(work: () => Promise<void>, failure: string): Promise<void> {
  const done = last.then(work);
  last = done.catch((cause: unknown) => logError(failure, cause));
  return done;
}

const keep = () =>
  void inTurn(registerAgain, 'the notifications of this browser were not renewed').catch(() => {});

/** Notifications stay on when another session takes over. Returns what stops it. */
export function keepPushOn(): () => void {
  keep();
  return onAuthEvent(({ kind }) => {
    if (kind !== 'SIGNED_OUT') keep();
  });
}

export const forgetPushInTurn = (): Promise<void> => inTurn(forgetPush, 'the notifications were not ended');
