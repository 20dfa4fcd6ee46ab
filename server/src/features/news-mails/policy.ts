import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { NotificationKind } from '@hereabouts/contract/notifications';

/** Several within this time are one mail. */
export const COLLECTED_MS = 5 * MINUTE_MS;
export const MAILS_A_DAY = 10;

/** What people without a device are mailed about (PUSH-06). */
const MAILED = ['invited', 'event_cancelled', 'event_removed', 'announcement', 'reminder', 'answer_reminder'];
export const MAILED_KINDS: ReadonlySet<string> = new Set<NotificationKind>(MAILED as NotificationKind[]);

const UUID_BYTES = 16;
const MAC_BYTES = 16;

const macOf = (key: Buffer, id: Buffer): Buffer =>
  createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES);

/** Works without a row, for as long as the account exists. */
export function unsubscribeToken(key: Buffer, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(key, id)]).toString('base64url');
}

/** Null for a token of nobody. */
export function userOfToken(key: Buffer, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== UUID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, UUID_BYTES);
  if (!timingSafeEqual(bytes.subarray(UUID_BYTES), macOf(key, id))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
