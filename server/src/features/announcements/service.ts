import { ANNOUNCEMENT_TEXTS } from '@hereabouts/contract/announcements';
import { DAY_MS } from '@hereabouts/contract/durations';
import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { ANNOUNCEMENTS_PER_DAY } from '@hereabouts/contract/limits';
import { isCreator } from '#server/access/event-roles.ts';
import { canTakeDown } from '#server/access/events.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { together } from '#server/db/together.ts';
import { requireHost, requireNotOver } from '#server/events/event-access.ts';
import { lockEventForHost, lockForHostAndRead } from '#server/events/event-holds.ts';
import { addAnnouncementLine, chargeLine } from '#server/features/chat/line-service.ts';
import { listGuests } from '#server/features/invites/service.ts';
import { notify } from '#server/features/notifications/service.ts';
import { HttpError } from '#server/http/errors.ts';
import { noteRevocations } from '#server/instance/removals.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { requireFewerRows } from '#server/rate-limits/stored-rows.ts';
import * as repo from './repo.ts';

/** Tells all who have not declined, in the event and its chat (HOST-05). A retry with the same id and text changes nothing.
 * @throws HttpError `not_found`, `forbidden` for others than a host, `event_cancelled`, `event_ended`, `rate_limited` beyond
 * five a day (four of co-hosts), `conflict` for the id of another message or text */
export async function announce(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  { ip, ...announcement }: Announced & { ip: string },
): Promise<void> {
  const line = { userId: viewer.userId, eventId, text: announcement.message, ip };
  try {
    await chargeLine(ctx, line, () => store(ctx, viewer, eventId, announcement));
  } catch (error) {
    const isRefused = error instanceof HttpError && error.code === 'rate_limited';
    const made = isRefused ? await repo.findMade(ctx.db, eventId, announcement.id) : undefined;
    if (made === undefined) throw error;
    await requireHost(ctx.db, viewer, eventId, 'announce');
    requireSame(made, announcement);
  }
}

/** For a retry. @throws HttpError `conflict` for another text: its author would believe that it was announced */
function requireSame(made: { message: string | null }, { message }: Announced): void {
  if (made.message !== null && made.message !== message) throw new HttpError('conflict', CHAT_TEXTS.idTaken);
}

type Announced = { id: string; message: string };

async function store(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  { id, message }: Announced,
): Promise<boolean> {
  const { userId } = viewer;
  return await ctx
    .change(async (tx, after) => {
      const read = () => together(repo.findMade(tx, eventId, id), listGuests(tx, eventId));
      const asHost = { eventId, action: 'announce' } as const;
      const [event, [made, guests]] = await lockForHostAndRead(tx, viewer, asHost, read);
      if (made !== undefined) {
        requireSame(made, { id, message });
        return false;
      }
      requireNotOver(ctx, event);
      // The last one of the day is reserved for the creator.
      const limit = isCreator(viewer, event)
        ? { max: ANNOUNCEMENTS_PER_DAY, text: ANNOUNCEMENT_TEXTS.tooMany }
        : { max: ANNOUNCEMENTS_PER_DAY - 1, text: ANNOUNCEMENT_TEXTS.tooManyOfCoHosts };
      const perDay = { ownerId: eventId, periodMs: DAY_MS, ...limit };
      await requireFewerRows(ctx, tx, repo.ANNOUNCEMENTS_OF, perDay);
      const invited = guests.filter(({ status }) => status !== 'declined').map((guest) => guest.user_id);
      const userIds = [event.created_by, ...invited];
      const now = nowIso(ctx);
      await notify(ctx, tx, after, { kind: 'announcement', userIds, eventId, actorId: userId }, now);
      await together(
        addAnnouncementLine(tx, after, eventId, { id, userId, message, now }),
        repo.insertAnnouncement(tx, { eventId, messageId: id, now }),
      );
      after.publishToEvent(eventId, 'event_changed');
      return true;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new HttpError('conflict', CHAT_TEXTS.idTaken) : error;
    });
}

/** Also after the event's end; the line stays in the chat. `upTo`: announcements made later stay up; null takes down all.
 * @throws HttpError `not_found`, `forbidden` for others than a host, and for a co-host if the last one is the creator's */
export async function takeDown(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  upTo: string | null,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    const event = await lockEventForHost(tx, viewer, eventId, 'announce');
    const last = await repo.findLastUp(tx, eventId, upTo);
    if (last === undefined) return;
    if (!canTakeDown(viewer, event, last)) throw new HttpError('forbidden', ANNOUNCEMENT_TEXTS.isCreators);
    // For a co-host the creator's announcement stays up and is shown again.
    const except = isCreator(viewer, event) ? null : event.created_by;
    const messageIds = await repo.takeDown(tx, eventId, { upTo, except, now: nowIso(ctx) });
    if (messageIds.length === 0) return;
    await noteRevocations(ctx, tx, 'takendown', { by: viewer.userId, of: messageIds.map((id) => [id]) });
    after.publishToEvent(eventId, 'event_changed');
  }, REVOCATION);
}
