import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';

/** The answer of a visitor who becomes a guest: the page is made anew for the session that this starts, and sends it then. */
let given: { token: string; answer: PartyAnswer } | null = null;

export function keepAnswer(token: string, answer: PartyAnswer): void {
  given = { token, answer };
}

export function dropAnswer(): void {
  given = null;
}

/** Gives the answer once, and forgets it. */
export function takeAnswer(token: string): PartyAnswer | null {
  const answer = given?.token === token ? given.answer : null;
  given = null;
  return answer;
}
