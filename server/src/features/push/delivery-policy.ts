import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import { ageMs, type Clocked } from '#server/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { SettingsRow } from '#server/features/notification-settings/service.ts';
import { JobLaterError, type JobInfo } from '#server/jobs/job.ts';
import { retryDelayMs } from '#server/jobs/retry-delay.ts';
import { newsText, type NewsSubject } from '#server/news/wording.ts';
import type { PushText } from '#server/push/message.ts';
import type { PacedPush } from '#server/push/pace.ts';
import type { PushResult, Subscription, Urgency } from '#server/push/pusher.ts';
import { CHAT_ROUND_EVERY_MS, CHAT_WAIT_MS } from './job-policy.ts';
import { type PushJob, type Subject, tagOf } from './policy.ts';

/** On one device. Shorter than `CHAT_ROUND_EVERY_MS`, because a round takes seconds. */
export const CHAT_PUSH_EVERY_MS = 25 * SECOND_MS;

export type QueuedPush = JobInfo & { payload: PushJob };
export type NewsLookUp = {
  jobIndex: number;
  deviceId: string;
  kind: NotificationKind;
  eventId: number | null;
  actorId: string | null;
};

export type ChatLookUp = {
  jobIndex: number;
  jobId: string;
  deviceId: string;
  eventId: number;
  asksWriters: boolean;
};

/** `jobIndex`: place in the batch. */
export function splitByKind(queued: readonly QueuedPush[], begun: ReadonlySet<number>) {
  const news: NewsLookUp[] = [];
  const chats: ChatLookUp[] = [];
  for (const [jobIndex, { id: jobId, payload }] of queued.entries()) {
    if (begun.has(jobIndex)) continue;
    const { device_id: deviceId, subject, paced_by } = payload;
    if (subject.kind === 'chat')
      chats.push({
        jobIndex,
        jobId,
        deviceId,
        eventId: subject.event_id,
        asksWriters: paced_by === undefined,
      });
    else {
      const { kind, event_id: eventId, actor_id: actorId } = subject;
      news.push({ jobIndex, deviceId, kind, eventId, actorId });
    }
  }
  return { news, chats };
}

export type Recipient = Subscription &
  SettingsRow & {
    id: string;
    user_id: string;
    session_id: string;
    job_index: number;
    time_zone: string | null;
  };

export type NewsRow = Recipient &
  NewsSubject & {
    created_at: string;
    event_zone: string | null;
    is_by_stranger: boolean;
    invited_by: string | null;
  };

export type ChatRow = Recipient & {
  event_id: number;
  title: string;
  message: string;
  /** Of the last unseen message. */
  created_at: string;
  seq: number;
  /** At least one unseen message is older than `CHAT_WAIT_MS`. */
  has_waited: boolean;
  /** Of the last push of the chat to the device, unless the same job began it and may try again. */
  pushed_seq: number | null;
  pushed_at: string | null;
  is_pushed: boolean | null;
  writer_ids: string[] | null;
  sender_name: string | null;
};

/** `seq`: of the newest message. */
type ChatState = {
  eventId: number;
  seq: number;
  last: { seq: number; atMs: number; isSent: boolean } | null;
};

export type Sendable = {
  recipient: Recipient;
  subject: Subject;
  text: PushText;
  createdAt: string;
  pacedBy: readonly string[];
  /** As `PushJob.invited_by`, of news that nobody causes. */
  invitedBy?: string | null;
  chat?: ChatState;
  /** Until then every unseen message of the chat may be in view; null if one is certainly not. */
  mayBeInViewUntilMs?: number | null;
} & Pick<PacedPush, 'isByStranger'>;

export function sendableNews(row: NewsRow, pacedBy: readonly string[] | undefined, nowMs: number): Sendable {
  const { kind, event_id, actor_id } = row;
  return {
    recipient: row,
    subject: { kind, event_id, actor_id },
    text: newsText(row, { zone: row.time_zone ?? row.event_zone ?? 'UTC', nowMs }),
    createdAt: row.created_at,
    pacedBy: pacedBy ?? (actor_id === null ? [] : [actor_id]),
    invitedBy: row.invited_by,
    isByStranger: row.is_by_stranger,
  };
}

export function sendableChat(row: ChatRow, pacedBy: readonly string[] | undefined): Sendable {
  const body = `${row.sender_name ?? CHAT_TEXTS.unknownSender}: ${row.message}`;
  return {
    recipient: row,
    subject: { kind: 'chat', event_id: row.event_id },
    text: { title: row.title, body, path: `/chat/${row.event_id}` },
    createdAt: row.created_at,
    pacedBy: pacedBy ?? row.writer_ids ?? [],
    chat: {
      eventId: row.event_id,
      seq: row.seq,
      last:
        row.pushed_seq === null || row.pushed_at === null
          ? null
          : { seq: row.pushed_seq, atMs: Date.parse(row.pushed_at), isSent: row.is_pushed === true },
    },
    mayBeInViewUntilMs: row.has_waited ? null : Date.parse(row.created_at) + CHAT_WAIT_MS,
    // Guests have chosen the chat, and can mute it.
    isByStranger: false,
  };
}

/** ms until the chat's pause on the device is over; 0: now; null: the device has had the message. */
export function chatPauseMs({ seq, last }: ChatState, nowMs: number): number | null {
  if (last === null) return 0;
  return last.isSent && seq <= last.seq ? null : Math.max(CHAT_PUSH_EVERY_MS - ageMs(nowMs, last.atMs), 0);
}

/** Attempts that wait for `mayBeInViewUntilMs`; later ones wait for `CHAT_ROUND_EVERY_MS`. */
const IN_VIEW_ATTEMPTS = 3;

/** Null if the push is due. In a busy chat there is always a message too new to be marked as seen, so after `IN_VIEW_ATTEMPTS` it
 * waits for whole rounds. */
export function laterIfInView(
  { mayBeInViewUntilMs: untilMs = null }: Sendable,
  attempt: number,
  nowMs: number,
): JobLaterError | null {
  if (untilMs === null) return null;
  const waitsShort = attempt <= IN_VIEW_ATTEMPTS;
  return new JobLaterError('It may be in view', waitsShort ? untilMs : nowMs + CHAT_ROUND_EVERY_MS);
}

/** The next push tells what has changed meanwhile. */
const NEWS_EVERY_MS = 30 * SECOND_MS;
/** Anybody can repeat a request. */
const REQUEST_EVERY_MS = 10 * MINUTE_MS;

export const paceOf = (subject: Subject): PacedPush['subject'] =>
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

/** `failures`: how often the service has refused this push before. */
export function againAfter({ clock }: Clocked, failures: number, result: PushResult): JobLaterError | null {
  if (result.name !== 'later') return null;
  const { afterMs, wasAsked } = result;
  const waitMs = Math.max(afterMs ?? retryDelayMs(wasAsked ? failures + 1 : 1, Math.random()), SECOND_MS);
  return new JobLaterError('The push service asks for time', clock.now() + waitMs);
}

/** At least until the browser subscribes again. */
export const isLost = ({ name }: PushResult): boolean => name === 'gone' || name === 'unauthorized';
