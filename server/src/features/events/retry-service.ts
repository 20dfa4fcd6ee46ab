import { createHash } from 'node:crypto';
import { HOUR_MS } from '@hereabouts/contract/durations';
import type { EventInput } from '@hereabouts/contract/events';
import type { Context } from '#server/context.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { completeInput } from './policy.ts';
import { findCreatedEvent, type CreatedEvent } from './repo.ts';
import { updateEvent, type Retry } from './update-service.ts';

/** After this time the kept form, with its key, may have been reused for another event. */
const RETRY_WITHIN_MS = HOUR_MS;

/** Saves a form whose event is stored: the response was lost. Guests who joined stay, removed ones stay away, and those whom an
 * earlier save invited and this one leaves out (`withdrawnIds`) are uninvited. Returns the id;
 * null for an unknown key, or if the form has become another event. @throws HttpError as `updateEvent` */
export async function saveAgain(
  ctx: Context,
  viewer: Viewer,
  { key, ...retry }: Retry & { key: string },
  input: EventInput,
): Promise<number | null> {
  const stored = await findCreatedEvent(ctx.db, { creatorId: viewer.userId, key });
  if (stored === null) return null;
  const isLate = ctx.clock.now() - Date.parse(stored.created_at) > RETRY_WITHIN_MS;
  if (isLate && !isSameEvent(stored, completeInput(input))) return null;
  await updateEvent(ctx, viewer, stored.id, { ...input, keep_answers: true }, { retry });
  return stored.id;
}

const isSameEvent = (stored: CreatedEvent, wanted: { title: string; start_time: string }): boolean =>
  stored.title === wanted.title && Date.parse(stored.start_time) === Date.parse(wanted.start_time);

/** Always the same, so that this save may be retried as well. */
export function keyAfter(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
