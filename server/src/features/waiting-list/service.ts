import type { DomainEvents } from '#server/domain-events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { notifyOfItself, type Outgoing } from '#server/features/notifications/service.ts';
import { whoMovesUp } from '#server/places.ts';
import * as repo from './repo.ts';

/** Moves people up from waiting lists, and tells them (HOST-04). Whoever may have freed a place or raised a limit announces it
 * last, holding the events. */
export async function fillPlaces(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { eventIds, now }: DomainEvents['places_freed'],
): Promise<void> {
  for (const { id: eventId, queue, ...room } of await repo.listQueues(tx, eventIds, now)) {
    const userIds = whoMovesUp(room, queue);
    if (userIds.length === 0) continue;
    await repo.moveUp(tx, { eventId, userIds, now });
    // Nobody's doing, so no budget can refuse it: it may follow from a revocation.
    await notifyOfItself(ctx, tx, after, { kind: 'place_available', userIds, eventId }, now);
    after.participantsChanged(eventId, userIds);
    after.publishToEvent(eventId, 'rsvp_changed').listChanged(eventId, userIds);
  }
}
