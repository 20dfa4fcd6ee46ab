import { chatRoutes } from '@hereabouts/contract/chat';
import { ApiError, call, NetworkError } from '#web/lib/api/api.ts';
import { isOfOtherEpoch } from '#web/lib/api/other-epoch.ts';
import { logError } from '#web/lib/log.ts';
import type { SendResult } from './outbox-sender.ts';
import type { OutboxEntry } from './outbox.ts';

/** An answer that takes longer is not waited for: sending the message again does no harm. */
const SEND_TIMEOUT_MS = 15_000;
/** Asked to come back later, or on the way to the server nobody was there. */
const PASSING_STATUSES = new Set([401, 408, 429, 502, 503, 504]);

/** Sends a message that waits; never throws. */
export async function sendMessage({ id, eventId, message, epoch }: OutboxEntry): Promise<SendResult> {
  if (!navigator.onLine) return { kind: 'unreachable' };
  try {
    const body = { id, message, ...(epoch && { epoch }) };
    const limitMs = SEND_TIMEOUT_MS;
    const stored = await call(chatRoutes.sendMessage, { params: { eventId }, body }, { limitMs });
    return { kind: 'stored', message: stored };
  } catch (cause) {
    if (cause instanceof NetworkError) return { kind: 'unreachable' };
    if (!(cause instanceof ApiError)) {
      logError('a message could not be sent', cause);
      return { kind: 'refused' };
    }
    if (cause.status === 429 && cause.retryAfterMs !== null) {
      return { kind: 'limited', waitMs: cause.retryAfterMs };
    }
    if (PASSING_STATUSES.has(cause.status)) return { kind: 'unreachable' };
    if (cause.code === 'forbidden' || cause.code === 'not_found') return { kind: 'lost' };
    if (isOfOtherEpoch(cause)) return { kind: 'outdated' };
    return { kind: cause.code === 'conflict' ? 'taken' : 'refused' };
  }
}
