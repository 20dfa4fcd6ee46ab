import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';

/** Of a visitor who becomes a guest: the page is rendered anew for the new session, and then sends it. */
let given: { token: string; answer: PartyAnswer } | null = null;

export function keepAnswer(token: string, answer: PartyAnswer): void {
  given = { token, answer };
}

export function dropAnswer(): void {
  given = null;
}

export function takeAnswer(token: string): PartyAnswer | null {
  const answer = given?.token === token ? given.answer : null;
  given = null;
  return answer;
}
