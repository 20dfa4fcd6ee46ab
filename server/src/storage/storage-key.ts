const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);

/** It cannot leave its folder: no separator, leading dot or double dot. */
const KEY = /^[a-z0-9][a-z0-9_-]+(?:\.[a-z0-9]+){1,2}$/;
const KEY_MAX_LENGTH = 100;

export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError';
}

export function contentTypeOfKey(key: string): string | null {
  if (key.length > KEY_MAX_LENGTH || !KEY.test(key)) return null;
  return CONTENT_TYPES.get(key.slice(key.lastIndexOf('.') + 1)) ?? null;
}

/** No key has a leading dot. */
export const NOTES_FOLDER = '.notes';
const NOTE = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/** @throws InvalidKeyError */
export function requireNoteName(name: string): string {
  if (name.length <= KEY_MAX_LENGTH && NOTE.test(name)) return name;
  throw new InvalidKeyError(`No note is called "${name}"`);
}
