import { createECDH } from 'node:crypto';

/** Base64url, as RFC 8292 carries them. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** The same on every process and after a move, because they derive from the instance's key. */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  const key = createECDH('prime256v1');
  key.setPrivateKey(secret);
  return { publicKey: key.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}
