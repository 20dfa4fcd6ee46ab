import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import { cutText } from '@hereabouts/contract/visible-text';
import type { NewsText } from '#server/news/wording.ts';

/** News within this time are one mail. */
export const COLLECTED_MS = 5 * MINUTE_MS;
const MAILS_A_DAY = 10;
/** The rest of `MAILS_A_DAY` is reserved for `URGENT_KINDS`. */
const OTHERS_A_DAY = 7;
/** Caused by one person. */
const OF_ONE_A_DAY = { urgent: 2, other: 4 };

export const LINES_MAX = 30;

/** To people without a device (PUSH-06). */
const MAILED = [
  'invited',
  'event_cancelled',
  'event_removed',
  'event_deleted',
  'announcement',
  'reminder',
  'answer_reminder',
];
export const MAILED_KINDS: ReadonlySet<string> = new Set<NotificationKind>(MAILED as NotificationKind[]);
/** News of something cancelled or removed come first in a mail, and have some of the day's mails for themselves. */
export const URGENT_KINDS: readonly NotificationKind[] = [
  'event_cancelled',
  'event_removed',
  'event_deleted',
];

/** A longer one could pass for a message of the product. */
const TITLE_MAX = 60;
const ADDRESS_JOINTS = /(?<=\w[.@])(?=\w)|(?<=:)(?=\/\/)/g;

/** With quotation marks around what somebody wrote, and word joiners so that mail programs make no link of it. */
export const mailLine = ({ title, isQuote, body }: NewsText): string =>
  `${isQuote ? `“${cutText(title, TITLE_MAX)}”` : title}: ${body}`.replaceAll(ADDRESS_JOINTS, '\u2060');

export type MailCause = { caused_by: string | null; is_urgent: boolean };
export type SentMail = MailCause & { sent_at: string };

/** ms since the epoch; 0: now. `sent`: of the last day, oldest first. */
export function nextMailMs(sent: readonly SentMail[], { caused_by, is_urgent }: MailCause): number {
  const same = sent.filter((mail) => mail.is_urgent === is_urgent);
  const own = caused_by === null ? [] : same.filter((mail) => mail.caused_by === caused_by);
  return Math.max(
    freeMs(sent, MAILS_A_DAY),
    freeMs(own, is_urgent ? OF_ONE_A_DAY.urgent : OF_ONE_A_DAY.other),
    is_urgent ? 0 : freeMs(same, OTHERS_A_DAY),
  );
}

function freeMs(sent: readonly SentMail[], max: number): number {
  const leaving = sent.at(-max);
  return leaving === undefined ? 0 : Date.parse(leaving.sent_at) + DAY_MS;
}

const UUID_BYTES = 16;
const MAC_BYTES = 16;

const macOf = (key: Buffer, id: Buffer): Buffer =>
  createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES);

/** Works without a row, for as long as the account exists. */
export function unsubscribeToken(key: Buffer, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(key, id)]).toString('base64url');
}

export function userOfToken(key: Buffer, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== UUID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, UUID_BYTES);
  if (!timingSafeEqual(bytes.subarray(UUID_BYTES), macOf(key, id))) return null;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
