import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import { readReplacedGuest } from '#web/auth/replaced-guest.ts';
import { forgetReplacedGuest } from '#web/auth/replaced-guest-storage.ts';
import { replacedGuestToken } from '#web/auth/replaced-guest-token.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { ApiError, call } from '#web/lib/api/api.ts';
import { moveUnsent } from '#web/lib/storage/move-unsent.ts';

const merge = (token: string) => call(guestMergeRoutes.mergeGuest, { body: { guest_token: token } });

/** Moves what the guest of this browser has into the account, and forgets them. False if there is no such guest any more: they may
 * have come along before, with an answer that was lost. */
export async function mergeGuest(): Promise<boolean> {
  const guestId = readReplacedGuest()?.userId;
  const userId = readStoredSession()?.userId;
  const isDone = await moveGuest();
  if (guestId !== undefined && userId !== undefined) moveUnsent(guestId, userId);
  // Another one may have been left here meanwhile.
  if (readReplacedGuest()?.userId === guestId) forgetReplacedGuest();
  return isDone;
}

async function moveGuest(): Promise<boolean> {
  const token = await replacedGuestToken();
  if (token === null) return false;
  try {
    await merge(token);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid')) throw error;
  }
  // A token may have expired by the server's clock, or in the queue. Only a refused renewal says that the guest is gone.
  const renewed = await replacedGuestToken(token);
  if (renewed === null) return false;
  await merge(renewed);
  return true;
}
