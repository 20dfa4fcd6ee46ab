import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Each secret is authenticated with the row's id, so that it cannot be moved to another row. */
export type SecretBox = {
  seal(id: string, secret: Uint8Array): string;
  open(id: string, sealed: string): Buffer | null;
  /** Keyed hash of a text that is only compared. */
  mac(id: string, text: string): string;
};

export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(id, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open(id, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id)).setAuthTag(tag);
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
    mac: (id, text) => createHmac('sha256', key).update(`${id}:${text}`).digest('hex'),
  };
}
