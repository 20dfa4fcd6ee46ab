import { createECDH } from 'node:crypto';

/** Base64url (RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: string };

/** Derived from the instance's key: the same in every process and after a move. */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  const key = createECDH('prime256v1');
  key.setPrivateKey(secret);
  return { publicKey: key.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}
