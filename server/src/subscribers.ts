import { endFriendshipBetween } from '#server/features/friendships/service.ts';
import { endInvitesBetween } from '#server/features/invites/service.ts';
import { endLive, endSharingBetween, endSharingOf, followMovedEvent } from '#server/features/live/service.ts';
import { removeNotificationsBetween } from '#server/features/notifications/service.ts';
import type { Subscribers } from './announcements.ts';

/** Locks are taken in this order; features elsewhere take friendships before invites, and people last. */
export const subscribers: Subscribers = {
  participation_ended: [endSharingOf],
  event_moved: [followMovedEvent],
  event_cancelled: [endLive],
  person_blocked: [endFriendshipBetween, endInvitesBetween, endSharingBetween, removeNotificationsBetween],
};
