import { onAuthEvent } from '#web/auth/session.ts';
import { registerForNewSession } from '#web/features/notifications/device.ts';
import { logError } from '#web/lib/log.ts';
import { forgetPush } from './forget-push.ts';

let last = Promise.resolve();

/** One after the other: what a session leaves behind is gone before the next one asks. */
function inTurn(work: () => Promise<void>, failure: string): void {
  last = last.then(work).catch((cause: unknown) => logError(failure, cause));
}

const keep = () => inTurn(registerForNewSession, 'the notifications of this browser were not renewed');

/** Notifications stay on when another session takes over. Returns what stops it. */
export function keepPushOn(): () => void {
  keep();
  return onAuthEvent(({ kind }) => {
    if (kind !== 'SIGNED_OUT') keep();
  });
}

export const forgetPushInTurn = (): void => inTurn(forgetPush, 'the notifications were not ended');
