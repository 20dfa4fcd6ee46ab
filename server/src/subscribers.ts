import { endFeed } from '#server/features/calendar-feed/service.ts';
import { countUncountedOfReached } from '#server/features/chat/service.ts';
import { takeImageFromEvents } from '#server/features/events/service.ts';
import { endFriendLink, endLinkOfBlocker, endLinkOfRefuser } from '#server/features/friend-links/service.ts';
import { askFriendsAgain } from '#server/features/friendships/ask-again-service.ts';
import { endFriendshipBetween } from '#server/features/friendships/service.ts';
import { endCoHosting } from '#server/features/invites/co-host-service.ts';
import { endInvitesBetween } from '#server/features/invites/service.ts';
import { listAudience } from '#server/features/live/service.ts';
import { removePointOfCancelled } from '#server/features/meeting-points/service.ts';
import { forgetStart } from '#server/features/notifications/event-start-service.ts';
import { rescheduleNewsMails } from '#server/features/news-mails/service.ts';
import { countUnread } from '#server/features/notifications/list-service.ts';
import { removeNotificationsBetween, type Outgoing } from '#server/features/notifications/service.ts';
import { reschedulePushes } from '#server/features/push/plan-service.ts';
import { followMovedReminders } from '#server/features/reminders/service.ts';
import {
  endSharingAt,
  endSharingBetween,
  endSharingOf,
  followMovedEvent,
} from '#server/features/sharing/service.ts';
import {
  changeContact,
  createAccount,
  narrowContactVisibility,
  takeImageFromPeople,
} from '#server/features/users/service.ts';
import { fillPlaces, fillPlacesFor } from '#server/features/waiting-list/service.ts';
import { nowIso } from './clock.ts';
import type { Subscribers } from './domain-events.ts';
import type { AuthHooks } from './auth/hooks.ts';
import type { Context } from './context.ts';
import type { EffectQueries } from './effects/perform.ts';

/** In lock order: friendships before invites, people last. */
export const subscribersOf = (ctx: Outgoing): Subscribers => ({
  participation_ended: [endSharingOf],
  event_moved: [followMovedEvent, followMovedReminders, forgetStart],
  event_cancelled: [removePointOfCancelled, endSharingAt],
  picture_removed: [takeImageFromEvents, takeImageFromPeople],
  friendship_refused: [endLinkOfRefuser],
  person_blocked: [
    endFriendshipBetween,
    (tx, after, blocked) => endInvitesBetween(ctx, tx, after, blocked),
    endSharingBetween,
    removeNotificationsBetween,
    endLinkOfBlocker,
  ],
  quiet_hours_moved: [
    (tx, _after, change) => reschedulePushes(ctx, tx, change),
    (tx, _after, change) => rescheduleNewsMails(ctx, tx, change),
  ],
  places_freed: [(tx, after, change) => fillPlaces(ctx, tx, after, change)],
});

export const accountHooks = (
  ctx: Pick<Context, 'config' | 'jobs' | 'clock' | 'keep' | 'perform'>,
): AuthHooks => ({
  userCreated: (tx, person, now) => createAccount(tx, person, now, ctx.config.defaultContactVisibility),
  userChanged: (tx, change, now) => changeContact(tx, change, now),
  userSuspended: (tx, userId) => endCoHosting(ctx, tx, userId),
  userReinstated: (tx, userId) => fillPlacesFor(ctx, tx, userId),
  async userTakenOver(tx, userId) {
    await endFeed(tx, userId);
    await narrowContactVisibility(tx, userId, nowIso(ctx), ctx.config.defaultContactVisibility);
  },
  takenOverFromUnknownBrowser: (tx, userId) => askFriendsAgain(ctx, tx, userId),
  signedOutElsewhere: (tx, userId) => endFriendLink(tx, userId),
});

export const effectQueries = (ctx: Pick<Context, 'db'>): EffectQueries => ({
  countUnread: (userIds) => countUnread(ctx, userIds),
  listChatMembers: (eventId, isReached) => countUncountedOfReached(ctx.db, eventId, isReached),
  listLiveAudience: (eventId, userIds) => listAudience(ctx, eventId, userIds),
});
