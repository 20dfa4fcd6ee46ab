import type { NotificationKind } from '@hereabouts/contract/notifications';
import { createHash, ECDH } from 'node:crypto';
import { chatTag } from '@hereabouts/contract/push';
import { isoOf } from '#server/clock.ts';
import {
  quietUntilMs,
  settingsOf,
  type SettingsRow,
} from '#server/features/notification-settings/service.ts';
import type { Shown } from '#server/push/message.ts';

export type Subject =
  | { kind: NotificationKind; event_id: number | null; actor_id: string | null }
  | { kind: 'chat'; event_id: number };

const HASH_LENGTH = 16;
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/** Same tag: replaces the notification on the device. */
export function tagOf(subject: Subject): string {
  if (subject.kind === 'chat') return chatTag(subject.event_id);
  return hashOf(`${subject.kind}:${subject.event_id}:${subject.actor_id}`);
}

/** Same topic: replaces a message that waits in the push service. Per device, as an endpoint may stand for several accounts. */
export const topicOf = (deviceId: string, subject: Subject): string => hashOf(keyOf(deviceId, subject));

/** Key of a job: of the pushes to a device about one subject, one waits. */
export const keyOf = (deviceId: string, subject: Subject): string => `${deviceId} ${tagOf(subject)}`;

/** `paced_by`: who makes the device ring, if not the actor; of several, the one who may push first. */
export type PushJob = {
  device_id: string;
  subject: Subject;
  paced_by?: readonly string[];
  /** For a chat of an event that the person has not accepted. */
  invited_by?: string;
};

/** Who causes news without an actor. */
export type Cause = {
  userId: string;
  /** Counts among the pushes with which the person may make a device ring. */
  isPaced: boolean;
};

/** ms since the epoch; null outside quiet hours. */
export const quietMsOf = (who: SettingsRow & { time_zone: string | null }, nowMs: number): number | null =>
  quietUntilMs(settingsOf(who).quiet, who.time_zone ?? 'UTC', nowMs);

/** Kind, event, actor and time of creation. */
export type UnreadRow = [NotificationKind, number | null, string | null, string];

export const unreadOf = ([kind, event_id, actor_id, at]: UnreadRow): Shown['unread'][number] => ({
  tag: tagOf({ kind, event_id, actor_id }),
  at: isoOf(Date.parse(at)),
});

const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;

/** RFC 8291. */
export function areBrowserKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const key = Buffer.from(p256dh, 'base64url');
  if (key.length !== PUBLIC_KEY_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(key, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
