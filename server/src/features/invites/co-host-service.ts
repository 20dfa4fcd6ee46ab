import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { Effects } from '#server/effects/effects.ts';
import { BY_OPERATOR, noteRevocations } from '#server/instance/removals.ts';
import * as repo from './co-host-repo.ts';

export type Candidate = repo.Candidate;

/** Undefined for others than guests. */
export const findCandidate = (
  tx: Queryable,
  eventId: number,
  userId: string,
): Promise<Candidate | undefined> => repo.findCandidate(tx, eventId, userId);

/** False if nothing changed. The caller holds the event. */
export async function setCoHost(
  ctx: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  { by, ...change }: { by: string; eventId: number; userId: string; isCoHost: boolean },
): Promise<boolean> {
  if (!(await repo.setCoHost(tx, change))) return false;
  const kind = change.isCoHost ? 'appointed' : 'cohost';
  await noteRevocations(ctx, tx, kind, { by, of: [[change.eventId, change.userId]] });
  return true;
}

/** For a suspended person, at every event (HOST-02). Call the result after the commit. */
export async function endCoHosting(
  ctx: Pick<Context, 'jobs' | 'clock' | 'perform'>,
  tx: Queryable,
  userId: string,
): Promise<() => void> {
  const eventIds = await repo.endCoHosting(tx, userId);
  await noteRevocations(ctx, tx, 'cohost', { by: BY_OPERATOR, of: eventIds.map((id) => [id, userId]) });
  const after = new Effects();
  for (const id of eventIds) after.publishToEvent(id, 'event_changed');
  return () => void ctx.perform(after);
}
