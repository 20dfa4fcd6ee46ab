import { hasEnded } from '@hereabouts/contract/event-times';
import type { Notification } from '@hereabouts/contract/notifications';
import { personName } from '@hereabouts/contract/users';
import { useState, type ReactNode } from 'react';

type Invitation = Pick<
  NonNullable<Notification['invitation']>,
  'my_status' | 'is_waiting' | 'end_time' | 'places' | 'going_count' | 'bring_max'
> &
  NonNullable<Notification['event']> & { canAnswer: boolean; isFresh: boolean };

type Request = {
  userId: string;
  name: string;
  friendshipId: string | null;
  onAnswer: (isKept: boolean) => void;
};

/** Answers are other features' (NOTE-03). */
export type RenderAnswers = {
  renderInvitation: (invitation: Invitation) => ReactNode;
  renderRequest: (request: Request) => ReactNode;
};

/** Adds what was answered in this visit and has left the list. */
export function useKeptInVisit(listed: readonly Notification[]) {
  const [kept, setKept] = useState<ReadonlyMap<number, Notification>>(new Map());
  const keep = (notification: Notification, isKept: boolean) =>
    setKept((before) => {
      const after = new Map(before);
      if (isKept) after.set(notification.id, notification);
      else after.delete(notification.id);
      return after;
    });
  return { notifications: withKept(listed, kept), keep };
}

export function withKept(
  listed: readonly Notification[],
  kept: ReadonlyMap<number, Notification>,
): readonly Notification[] {
  if (kept.size === 0) return listed;
  const others = listed.filter(({ id }) => !kept.has(id));
  const unreadIds = new Set(listed.filter(({ is_read }) => !is_read).map(({ id }) => id));
  // Whoever has answered has read it, also where it left the list before it was marked.
  const answered = [...kept.values()].map((one) => ({ ...one, is_read: !unreadIds.has(one.id) }));
  return [...others, ...answered].toSorted((one, other) => other.id - one.id);
}

/** Null where there never was anything to answer. */
export function answersTo(
  notification: Notification,
  {
    now,
    isFresh,
    onAnswer,
    renderInvitation,
    renderRequest,
  }: RenderAnswers & { now: number; isFresh: boolean; onAnswer: (isKept: boolean) => void },
): ReactNode {
  const { kind, actor, event, request, invitation } = notification;
  if (kind === 'request_received' && actor !== null) {
    const name = personName(actor);
    return renderRequest({ userId: actor.id, name, friendshipId: request?.friendship_id ?? null, onAnswer });
  }
  // What an earlier release has kept on the device says nothing of answers.
  if (!invitation || event === null) return null;
  const { can_answer, ...rest } = invitation;
  return renderInvitation({
    ...event,
    ...rest,
    canAnswer: can_answer && !hasEnded(invitation, now),
    isFresh,
  });
}
