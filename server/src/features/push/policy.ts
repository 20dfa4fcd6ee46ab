import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import { createHash, ECDH, randomUUID } from 'node:crypto';
import type { Clocked } from '#server/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { chatTag, type ShownNews } from '@hereabouts/contract/push';
import {
  quietUntilMs,
  settingsOf,
  type SettingsRow,
} from '#server/features/notification-settings/service.ts';
import { JobLaterError, type JobInfo } from '#server/jobs/job.ts';
import { retryDelayMs } from '#server/jobs/retry-delay.ts';
import { newsText, type NewsSubject } from '#server/news/wording.ts';
import { partsOf } from '#server/parts-of.ts';
import type { PushText } from '#server/push/message.ts';
import type { Turn } from '#server/push/pace.ts';
import type { PushResult, Subscription, Urgency } from '#server/push/pusher.ts';

/** A chat is pushed so long after a message, if nobody has it before their eyes by then (PUSH-05). */
export const CHAT_WAIT_MS = 5 * SECOND_MS;
/** Of all that waits for a device, and so much of it about chats: a service that does not answer, or quiet hours, would keep
 * the pushes of a day for each of them. */
const WAITING_MAX = { news: 200, chats: 100 };
export const quotaFor = (deviceId: string, kind: Subject['kind']) => ({
  recipient: deviceId,
  max: kind === 'chat' ? WAITING_MAX.chats : WAITING_MAX.news,
});

/** From one round of a chat to the next. */
export const CHAT_ROUND_EVERY_MS = 30 * SECOND_MS;
/** More who write in one round are a crowd: that it rings is nobody's doing. */
const PACED_WRITERS_MAX = 20;
/** Of those who write in one round, in whose shares its pushes may be. */
const SHARING_WRITERS_MAX = 100;
/** From one push about a chat to the next on a device; less, because those of a round take a while. */
export const CHAT_PUSH_EVERY_MS = 25 * SECOND_MS;

/** Devices whose pushes are stored in one transaction: a person has up to twenty. */
export const DEVICES_AT_ONCE = 500;

/** Answers come in crowds: one push tells of all of them. */
const ANSWERS_WAIT_MS = 60 * SECOND_MS;
const waitMsOf = (kind: NotificationKind): number => (kind === 'rsvp_received' ? ANSWERS_WAIT_MS : 0);

/** What a push is about: news of a kind, or a chat. */
export type Subject =
  | { kind: NotificationKind; event_id: number | null; actor_id: string | null }
  | { kind: 'chat'; event_id: number };

/** However many wait: what people must not miss, and whose number the events that they go to or are invited to limit. */
export const isEssential = (kind: NotificationKind): boolean =>
  kind === 'event_cancelled' || kind === 'event_deleted' || kind === 'reminder' || kind === 'answer_reminder';

const HASH_LENGTH = 16;
const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/** The same subject replaces its notification on the device. */
export function tagOf(subject: Subject): string {
  if (subject.kind === 'chat') return chatTag(subject.event_id);
  return hashOf(`${subject.kind}:${subject.event_id}:${subject.actor_id}`);
}

/** The same one replaces a message that waits in the push service. An endpoint may stand for several accounts: nobody's
 * message replaces that of another one. */
export const topicOf = (deviceId: string, subject: Subject): string => hashOf(keyOf(deviceId, subject));

/** Of jobs: what waits for the device about the subject. */
export const keyOf = (deviceId: string, subject: Subject): string => `${deviceId} ${tagOf(subject)}`;

/** One notification for one device; who may see it and what it says is looked up when it is sent. `paced_by`: who makes the
 * device ring, if it is not the actor of the news; of several, it counts for the one who has a turn first. */
export type PushJob = {
  device_id: string;
  subject: Subject;
  paced_by?: readonly string[];
  /** To a chat of an event that the person has not accepted. */
  invited_by?: string;
};

/** Of news without an actor that a person causes all the same. */
export type Cause = {
  userId: string;
  /** It counts among the pushes with which the person may make a device ring, too. */
  isPaced: boolean;
};

/** When the quiet hours of now end, ms since the epoch; null outside them. */
export const quietMsOf = (who: SettingsRow & { time_zone: string | null }, nowMs: number): number | null =>
  quietUntilMs(settingsOf(who).quiet, who.time_zone ?? 'UTC', nowMs);

export type ChatDevice = SettingsRow & {
  id: string;
  user_id: string;
  time_zone: string | null;
  /** Of who has not accepted. */
  invited_by: string | null;
};
type ChatRound = { eventId: number; devices: readonly ChatDevice[]; writerIds: readonly string[] };

/** What a round of pushes about a chat adds. It belongs to those who wrote, and waits for the first of them who has a turn: nobody
 * puts off what others wrote. */
export function chatJobs({ eventId, devices, writerIds }: ChatRound, nowMs: number) {
  const subject: Subject = { kind: 'chat', event_id: eventId };
  const writers = writerIds.length > PACED_WRITERS_MAX ? [] : writerIds.toSorted();
  const sources = writerIds.length === 0 ? [`event ${eventId}`] : writerIds.slice(0, SHARING_WRITERS_MAX);
  const ofWriters = hashOf(writers.join());
  return devices.map((device) => {
    const quietMs = quietMsOf(device, nowMs);
    const key = keyOf(device.id, subject);
    const job = { userId: device.user_id, sources, quota: quotaFor(device.id, 'chat') };
    const invited = device.invited_by === null ? {} : { invited_by: device.invited_by };
    const payload: PushJob = { device_id: device.id, subject, ...invited };
    // All rounds of the night are one.
    if (quietMs !== null) return { ...job, payload, key, dueAtMs: quietMs };
    return { ...job, payload: { ...payload, paced_by: writers }, key: `${key} ${ofWriters}` };
  });
}

export type NewsAbout = Exclude<Subject, { kind: 'chat' }>;
type News = { subject: NewsAbout; cause?: Cause | undefined };
/** News for further devices than a transaction stores pushes for. */
export type FurtherJob = { device_ids: readonly string[] } & News;

const sourceOf = ({ subject, cause }: News): string | null => subject.actor_id ?? cause?.userId ?? null;

export const furtherJobs = (devices: readonly { id: string }[], news: News) =>
  partsOf(devices, DEVICES_AT_ONCE).map((part) => ({
    payload: { device_ids: part.map(({ id }) => id), ...news },
    key: randomUUID(),
    sources: [sourceOf(news) ?? tagOf(news.subject)],
    isEssential: isEssential(news.subject.kind),
  }));

export const newsJobs = (
  nowMs: number,
  devices: readonly Pick<ChatDevice, 'id' | 'user_id'>[],
  { subject, cause }: News,
) =>
  devices.map(({ id, user_id: userId }) => ({
    payload: { device_id: id, subject, ...(cause?.isPaced === true && { paced_by: [cause.userId] }) },
    key: keyOf(id, subject),
    userId,
    dueAtMs: nowMs + waitMsOf(subject.kind),
    sources: [sourceOf({ subject, cause }) ?? userId],
    quota: quotaFor(id, subject.kind),
    isEssential: isEssential(subject.kind),
  }));

type Shown = { unread: [NotificationKind, number | null, string | null][]; read_chats: number[] };
export const shownNews = ({ unread, read_chats }: Shown): ShownNews => ({
  keep: unread.map(([kind, event_id, actor_id]) => tagOf({ kind, event_id, actor_id })),
  read_chats,
});

export type Asked = JobInfo & { payload: PushJob };
export type NewsAsked = {
  n: number;
  deviceId: string;
  kind: NotificationKind;
  eventId: number | null;
  actorId: string | null;
};

export type ChatAsked = { n: number; deviceId: string; eventId: number; asksWriters: boolean };

/** What to look up for jobs that have not begun; `n` is their place. */
export function lookUpsOf(asked: readonly Asked[], begun: ReadonlySet<number>) {
  const news: NewsAsked[] = [];
  const chats: ChatAsked[] = [];
  for (const [n, { payload }] of asked.entries()) {
    if (begun.has(n)) continue;
    const { device_id: deviceId, subject, paced_by } = payload;
    if (subject.kind === 'chat')
      chats.push({ n, deviceId, eventId: subject.event_id, asksWriters: paced_by === undefined });
    else {
      const { kind, event_id: eventId, actor_id: actorId } = subject;
      news.push({ n, deviceId, kind, eventId, actorId });
    }
  }
  return { news, chats };
}

export type Recipient = Subscription &
  SettingsRow & { id: string; user_id: string; session_id: string; n: number; time_zone: string | null };

export type NewsRow = Recipient &
  NewsSubject & { created_at: string; event_zone: string | null; is_by_stranger: boolean };

export type ChatRow = Recipient & {
  event_id: number;
  title: string;
  message: string;
  created_at: string;
  seq: number;
  writer_ids: string[] | null;
  sender_name: string | null;
};

/** What is to be told, if everything else allows it. */
export type Ready = {
  recipient: Recipient;
  subject: Subject;
  text: PushText;
  createdAt: string;
  pacedBy: readonly string[];
  seq?: number;
} & Pick<Turn, 'isByStranger'>;

export function readyNews(row: NewsRow, pacedBy: readonly string[] | undefined, nowMs: number): Ready {
  const { kind, event_id, actor_id } = row;
  return {
    recipient: row,
    subject: { kind, event_id, actor_id },
    text: newsText(row, { zone: row.time_zone ?? row.event_zone ?? 'UTC', nowMs }),
    createdAt: row.created_at,
    pacedBy: pacedBy ?? (actor_id === null ? [] : [actor_id]),
    isByStranger: row.is_by_stranger,
  };
}

export function readyChat(row: ChatRow, pacedBy: readonly string[] | undefined): Ready {
  const body = `${row.sender_name ?? CHAT_TEXTS.unknownSender}: ${row.message}`;
  return {
    recipient: row,
    subject: { kind: 'chat', event_id: row.event_id },
    text: { title: row.title, body, path: `/chat/${row.event_id}` },
    createdAt: row.created_at,
    pacedBy: pacedBy ?? row.writer_ids ?? [],
    seq: row.seq,
    // Whoever is on the list has chosen the chat, and can mute it.
    isByStranger: false,
  };
}

/** What has changed meanwhile is in the next one. */
const NEWS_EVERY_MS = 30 * SECOND_MS;
/** Anybody can send a request, take it back and send it again. */
const REQUEST_EVERY_MS = 10 * MINUTE_MS;

/** How often a device is told of it; null for a chat, which has rounds of its own. */
export const paceOf = (subject: Subject): Turn['subject'] =>
  subject.kind === 'chat'
    ? null
    : {
        tag: tagOf(subject),
        everyMs: subject.kind === 'request_received' ? REQUEST_EVERY_MS : NEWS_EVERY_MS,
      };

type Delivery = { urgency: Urgency; ttlS: number };
const hours = (count: number) => (count * HOUR_MS) / SECOND_MS;
const NOW: Delivery = { urgency: 'high', ttlS: hours(1) };
const SOON: Delivery = { urgency: 'normal', ttlS: hours(24) };
const SOME_TIME: Delivery = { urgency: 'low', ttlS: hours(24) };

const DELIVERIES: Record<Subject['kind'], Delivery> = {
  chat: { urgency: 'high', ttlS: hours(12) },
  event_live: NOW,
  reminder: NOW,
  meeting_point_set: NOW,
  friend_sharing: NOW,
  announcement: { urgency: 'high', ttlS: hours(24) },
  event_cancelled: { urgency: 'high', ttlS: hours(24) },
  event_deleted: { urgency: 'high', ttlS: hours(24) },
  place_available: { urgency: 'high', ttlS: hours(24) },
  invited: SOON,
  event_changed: SOON,
  request_received: SOON,
  made_co_host: SOON,
  answer_reminder: SOON,
  event_removed: SOON,
  own_event_removed: SOON,
  request_accepted: SOME_TIME,
  rsvp_received: SOME_TIME,
};

export const deliveryOf = (kind: Subject['kind']): Delivery => DELIVERIES[kind];

export function againAfter(
  { clock }: Clocked,
  { attempt }: JobInfo,
  result: PushResult,
): JobLaterError | null {
  if (result.name !== 'later') return null;
  const waitMs = Math.max(result.afterMs ?? retryDelayMs(attempt, Math.random()), SECOND_MS);
  return new JobLaterError('The push service asks for time', clock.now() + waitMs);
}

/** Nothing more is received there, or not before the browser has subscribed again. */
export const isLost = ({ name }: PushResult): boolean => name === 'gone' || name === 'unauthorized';

const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;

/** A point of P-256 and a secret of the right length (RFC 8291). */
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
