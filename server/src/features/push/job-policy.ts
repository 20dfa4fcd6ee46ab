import type { NotificationKind } from '@hereabouts/contract/notifications';
import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@hereabouts/contract/durations';
import type { SettingsRow } from '#server/features/notification-settings/service.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { type Cause, type PushJob, type Subject, hashOf, keyOf, quietMsOf, tagOf } from './policy.ts';

/** A chat is pushed so long after a message, if nobody has it before their eyes by then (PUSH-05). */
export const CHAT_WAIT_MS = 5 * SECOND_MS;
/** How many pushes may wait for a device when one about news, or about a chat, is added. Otherwise a service that does not
 * answer, or quiet hours, would keep the pushes of a day for each device. */
const WAITING_MAX = { news: 200, chats: 100 };
export const quotaFor = (deviceId: string, kind: Subject['kind']) => ({
  recipient: deviceId,
  max: kind === 'chat' ? WAITING_MAX.chats : WAITING_MAX.news,
});

/** From one round of a chat to the next. */
export const CHAT_ROUND_EVERY_MS = 30 * SECOND_MS;
/** More who write in one round are a crowd: that it rings is nobody's doing. */
const PACED_WRITERS_MAX = 20;
/** Writers of a round who are its sources: it counts for the one of them who has caused least. */
const SHARING_WRITERS_MAX = 100;

/** Devices whose pushes are stored in one transaction: a person has up to twenty. */
export const DEVICES_PER_BATCH = 500;

/** Answers come in crowds: one push tells of all of them. */
const ANSWERS_WAIT_MS = 60 * SECOND_MS;
const waitMsOf = (kind: NotificationKind): number => (kind === 'rsvp_received' ? ANSWERS_WAIT_MS : 0);

/** Never dropped by a quota: people must not miss these, and their number is bounded by a person's events. */
export const isEssential = (kind: NotificationKind): boolean =>
  kind === 'event_cancelled' || kind === 'event_deleted' || kind === 'reminder' || kind === 'answer_reminder';

export type ChatDevice = SettingsRow & {
  id: string;
  user_id: string;
  time_zone: string | null;
  /** Whom the push counts for besides the writers, where its recipient has not accepted (`countsForSql`). */
  invited_by: string | null;
};
type ChatRound = { eventId: number; devices: readonly ChatDevice[]; writerIds: readonly string[] };

/** What a round of pushes about a chat adds. It belongs to those who wrote, and waits for the first of them who may push: nobody
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
  batchesOf(devices, DEVICES_PER_BATCH).map((batch) => ({
    payload: { device_ids: batch.map(({ id }) => id), ...news },
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
