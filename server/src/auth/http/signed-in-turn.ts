import { createGroupTurn } from '#server/http/group-turn.ts';
import { createInTurn, perKey } from '#server/http/in-turn.ts';

const PER_SESSION = 2;
const PER_PERSON = 4;
const PER_ADDRESS = 8;

export type SignedInTurn = <T>(
  asker: { sessionId: string; userId: string; from: string },
  work: () => Promise<T>,
) => Promise<T>;

/** A stolen session waits for itself first, then a person, who may have a hundred, then all behind the network address
 * (`from`: `turnKey` of it), where people take turns. None is refused. */
export function createSignedInTurn(): SignedInTurn {
  const ofSession = createInTurn(perKey(PER_SESSION));
  const ofPerson = createInTurn(perKey(PER_PERSON));
  const ofAddress = createGroupTurn(PER_ADDRESS);
  return ({ sessionId, userId, from }, work) =>
    ofSession(sessionId, () => ofPerson(userId, () => ofAddress({ userId, group: from }, work)));
}
