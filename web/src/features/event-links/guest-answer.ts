import type { RsvpAnswer } from '@hereabouts/contract/invite-status';

/** The answer of a visitor who becomes a guest: the page is made anew for the session that this starts, and sends it then. */
let given: { token: string; answer: RsvpAnswer } | null = null;

export function keepAnswer(token: string, answer: RsvpAnswer): void {
  given = { token, answer };
}

export function dropAnswer(): void {
  given = null;
}

/** Once. */
export function takeAnswer(token: string): RsvpAnswer | null {
  const answer = given?.token === token ? given.answer : null;
  given = null;
  return answer;
}
