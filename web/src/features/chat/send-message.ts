import { chatRoutes } from '@hereabouts/contract/chat';
import { ApiError, call, isTemporary, WRITE_TIMEOUT_MS } from '#web/lib/api/api.ts';
import { isOfOtherEpoch } from '#web/lib/api/other-epoch.ts';
import { logError } from '#web/lib/log.ts';
import type { SendResult } from './outbox-sender.ts';
import type { OutboxEntry } from './outbox.ts';

/** The person can no longer write in that chat. */
const LOSSES: ReadonlySet<string | null> = new Set(['forbidden', 'not_found', 'event_cancelled']);

/** Sends a message that waits; never throws. */
export async function sendMessage({ id, eventId, message, epoch }: OutboxEntry): Promise<SendResult> {
  if (!navigator.onLine) return { kind: 'unreachable' };
  try {
    const body = { id, message, ...(epoch && { epoch }) };
    const limitMs = WRITE_TIMEOUT_MS;
    const stored = await call(chatRoutes.sendMessage, { params: { eventId }, body }, { limitMs });
    return { kind: 'stored', message: stored };
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 429 && cause.retryAfterMs !== null) {
      return { kind: 'limited', waitMs: cause.retryAfterMs };
    }
    if (isTemporary(cause)) return { kind: 'unreachable' };
    if (!(cause instanceof ApiError)) {
      logError('a message could not be sent', cause);
      return { kind: 'refused' };
    }
    if (LOSSES.has(cause.code)) return { kind: 'lost' };
    if (isOfOtherEpoch(cause)) return { kind: 'outdated' };
    return { kind: cause.code === 'conflict' ? 'taken' : 'refused' };
  }
}
