import type { ChatMessage } from '@hereabouts/contract/chat';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { rateLimited } from '#server/http/errors.ts';
import { addedMessage } from './policy.ts';
import { insertLine, type Draft } from './send-repo.ts';
import { collectAdded } from './service.ts';

/** Charges the author's daily limit; refunds if `store` fails or returns false. Outside a transaction. @throws HttpError
 * `rate_limited`, errors of `store` */
export async function chargeLine<Stored>(
  { chatBudget }: Pick<Context, 'chatBudget'>,
  line: { userId: string; eventId: number; text: string; ip: string },
  store: () => Promise<Stored>,
): Promise<Stored> {
  const refusal = await chatBudget.take(line);
  if (refusal !== null) throw rateLimited(refusal.waitMs);
  return await chatBudget.storeCharged(line, store, (stored) => stored !== false);
}

export type MeetingPointLine = { message: ChatMessage; hiddenFrom: readonly string[] };

/** Last in the transaction: it locks the room until the commit. The caller has checked participation and times. @throws a foreign
 * key violation if event or person is gone */
export async function addMeetingPointLine(
  tx: Queryable,
  after: Effects,
  {
    eventId,
    userId,
    name,
    meetAt,
    id,
    now,
  }: { eventId: number; userId: string; name: string; meetAt: string | null; id: string; now: string },
): Promise<MeetingPointLine> {
  const draft = { id, userId, message: name, now };
  const row = await insertLine(tx, eventId, draft, { kind: 'meeting_point', meetAt });
  const line = addedMessage(draft, { ...row, kind: 'meeting_point' });
  const message = meetAt === null ? line : { ...line, meet_at: meetAt };
  collectAdded(after, eventId, message, row.hidden_from);
  return { message, hiddenFrom: row.hidden_from };
}

/** As `addMeetingPointLine` (HOST-05). The caller has checked that the author is a host. */
export async function addAnnouncementLine(
  tx: Queryable,
  after: Effects,
  eventId: number,
  draft: Draft,
): Promise<void> {
  const kind = 'announcement';
  const row = await insertLine(tx, eventId, draft, { kind, meetAt: null });
  collectAdded(after, eventId, addedMessage(draft, { ...row, kind }), row.hidden_from);
}
