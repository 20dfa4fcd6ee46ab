import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import { createInTurn, runningPerKey } from '#server/http/queues/in-turn.ts';

const PER_SESSION = 2;
const PER_PERSON = 4;
const PER_ADDRESS = { running: 8, waiting: Infinity };

export type SignedInTurn = <T>(
  asker: { sessionId: string; userId: string; from: string },
  work: () => Promise<T>,
) => Promise<T>;

/** Queues by session, so that a stolen one delays itself first, then by person, then by network address (`from`: its `turnKey`),
 * where people take turns. Never refuses. */
export function createSignedInTurn(): SignedInTurn {
  const ofSession = createInTurn(runningPerKey(PER_SESSION));
  const ofPerson = createInTurn(runningPerKey(PER_PERSON));
  const ofAddress = createGroupTurn(PER_ADDRESS);
  return ({ sessionId, userId, from }, work) =>
    ofSession(sessionId, () => ofPerson(userId, () => ofAddress({ userId, group: from }, work)));
}
