import { setTimeout as sleep } from 'node:timers/promises';
import { chatRoutes } from '@hereabouts/contract/chat';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { ACCESS_LOSS_MAX_MS, chatTopic } from '@hereabouts/contract/realtime';
import type { Machines } from './machines.ts';
import type { Page } from './page.ts';
import type { Member, Party } from './party.ts';
import { send, type User } from './user.ts';

/** Those who come for one fault, and of whom something is withdrawn during it. */
export type Newcomers = {
  /** Presses Stop; the device goes on sending. */
  stopper: Member;
  /** Shares a position, and loses one friend. */
  former: Member;
  /** Loses the invitation. */
  guest: Member;
};

/** Time by which each was acknowledged. */
export type Withdrawn = { stopMs: number; unfriendMs: number; uninviteMs: number };

const already = (status: number) => status < 300 || status === 404;

/** Stop, unfriend and un-invite, each until it is acknowledged. */
export async function withdraw(
  party: Party,
  { stopper, former, guest }: Newcomers,
  friend: User,
): Promise<Withdrawn> {
  const params = { eventId: party.eventId };
  const friendshipId = party.friendshipIds.get(former.user.id)?.get(friend.id) ?? '';
  const [stop, unfriend, uninviteMs] = await Promise.all([
    stopper.user.persist(sharingRoutes.stopSharing, { params }, already),
    former.user.persist(friendshipRoutes.deleteFriendship, { params: { friendshipId } }, already),
    party.uninvite(guest.user),
  ]);
  return { stopMs: stop.ackedMs, unfriendMs: unfriend.ackedMs, uninviteMs };
}

/** What was still seen of what had been withdrawn: by pages later than 2 s, over HTTP at once and on any process. */
export async function checkWithdrawn(
  machines: Machines,
  party: Party,
  { stopper, former, guest }: Newcomers,
  { friend, witnesses }: { friend: Member; witnesses: readonly Page[] },
  { stopMs, unfriendMs, uninviteMs }: Withdrawn,
): Promise<string[]> {
  await sleep(
    Math.max(0, ACCESS_LOSS_MAX_MS - (performance.now() - Math.max(stopMs, unfriendMs, uninviteMs))),
  );
  const findings: string[] = [];
  for (const page of witnesses) {
    const late = seenAfter(page, stopper.user.id, stopMs);
    if (late > 0)
      findings.push(`after Stop a friend's page was sent the position ${late.toFixed(0)} ms later`);
    if (page.shows(stopper.user.id)) findings.push("after Stop a friend's page shows the position");
  }
  for (const page of friend.pages) {
    const late = seenAfter(page, former.user.id, unfriendMs);
    if (late > 0) findings.push(`a former friend's page was sent the position ${late.toFixed(0)} ms later`);
    if (page.shows(former.user.id)) findings.push("a former friend's page shows the position");
  }
  if (['ok', 'timeout'].includes(stopper.sharer.lastAnswer))
    findings.push(`after Stop a position was answered with ${stopper.sharer.lastAnswer}`);
  // What was written before and held up by the fault may still arrive.
  const uninvitedAt = Date.now() - (performance.now() - uninviteMs);
  for (const page of guest.pages) {
    const late = page.chat.newestWrittenMs - uninvitedAt;
    if (late > ACCESS_LOSS_MAX_MS)
      findings.push(`a former guest's page was sent a message written ${late.toFixed(0)} ms later`);
    if (!page.lost.has(chatTopic(party.eventId))) findings.push("a former guest's page still has the chat");
  }
  for (const [index, { port }] of machines.processes.entries()) {
    const path = chatRoutes.listMessages.path.replace('{eventId}', String(party.eventId));
    const answer = await send(party.log, `http://127.0.0.1:${port}`, path, { token: guest.user.token });
    if (answer?.status !== 404)
      findings.push(`process ${index + 1} answered a former guest with ${answer?.status}`);
  }
  return findings;
}

function seenAfter(page: Page, userId: string, ackedMs: number): number {
  const late = page.positions.filter(
    (sight) => sight.userId === userId && sight.step !== null && sight.atMs > ackedMs + ACCESS_LOSS_MAX_MS,
  );
  return late.length === 0 ? 0 : late.at(-1)!.atMs - ackedMs;
}
