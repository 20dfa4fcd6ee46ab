/** What a key may end in, and the one type such a file is ever served as. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);

/** A flat name in lower case: no separators, no leading dot, no two dots in a row, so it can never leave its folder. */
const KEY = /^[a-z0-9][a-z0-9_-]+(?:\.[a-z0-9]+){1,2}$/;
const KEY_MAX_LENGTH = 100;

export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError';
}

/** The content type of a key; null when nothing is ever stored under such a name. */
export function contentTypeOfKey(key: string): string | null {
  if (key.length > KEY_MAX_LENGTH || !KEY.test(key)) return null;
  return CONTENT_TYPES.get(key.slice(key.lastIndexOf('.') + 1)) ?? null;
}
