/** In the order shown. `pwned`: common. `personal`: contains name or address. */
export const WEAK_PASSWORD_REASONS = ['length', 'characters', 'pwned', 'personal'] as const;
export type WeakPasswordReason = (typeof WEAK_PASSWORD_REASONS)[number];

/** The text shown to people. */
export function weakPasswordText(reason: WeakPasswordReason, minLength: number): string {
  switch (reason) {
    case 'length':
      return `Use at least ${minLength} characters.`;
    case 'characters':
      return 'Use a greater variety of characters.';
    case 'pwned':
      return 'This password is too easy to guess.';
    case 'personal':
      return 'Do not use your name or email address in it.';
  }
}

const MIN_DISTINCT_CHARACTERS = 5;
const MIN_PERSONAL_PART = 4;

/** The weaknesses that need no list of common passwords. @param minLength in characters */
export function passwordWeaknesses(
  password: string,
  { minLength, personal }: { minLength: number; personal: readonly (string | null | undefined)[] },
): WeakPasswordReason[] {
  const reasons: WeakPasswordReason[] = [];
  const characters = Array.from(password.normalize('NFKC').toLowerCase());
  if (characters.length < minLength) reasons.push('length');
  if (new Set(characters).size < MIN_DISTINCT_CHARACTERS) reasons.push('characters');
  const lower = characters.join('');
  const parts = personal.flatMap((text) =>
    (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .split(/[\s@]+/),
  );
  if (parts.some((part) => part.length >= MIN_PERSONAL_PART && lower.includes(part))) {
    reasons.push('personal');
  }
  return reasons;
}
