import type { NotificationKind } from '@hereabouts/contract/notifications';
import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@hereabouts/contract/durations';
import type { SettingsRow } from '#server/features/notification-settings/service.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { type Cause, type PushJob, type Subject, hashOf, keyOf, quietMsOf, tagOf } from './policy.ts';

/** Delay after a message; people who have seen it by then get no push (PUSH-05). */
export const CHAT_WAIT_MS = 5 * SECOND_MS;
/** How many pushes may wait for a device when one about news, or about a chat, is added: otherwise a silent service, or quiet
 * hours, would keep the pushes of a day. */
const WAITING_MAX = { news: 200, chats: 100 };
export const quotaFor = (deviceId: string, kind: Subject['kind']) => ({
  recipient: deviceId,
  max: kind === 'chat' ? WAITING_MAX.chats : WAITING_MAX.news,
});

export const CHAT_ROUND_EVERY_MS = 30 * SECOND_MS;
/** With more writers in one round no person counts as the cause of the push. */
const PACED_WRITERS_MAX = 20;
/** A round counts for the one of these writers who has caused least. */
const SHARING_WRITERS_MAX = 100;

/** A person has up to twenty. */
export const DEVICES_PER_BATCH = 500;

/** Answers come in crowds: one push for all. */
const ANSWERS_WAIT_MS = 60 * SECOND_MS;
const waitMsOf = (kind: NotificationKind): number => (kind === 'rsvp_received' ? ANSWERS_WAIT_MS : 0);

/** No quota drops these: their number is bounded by a person's events. */
export const isEssential = (kind: NotificationKind): boolean =>
  kind === 'event_cancelled' || kind === 'event_deleted' || kind === 'reminder' || kind === 'answer_reminder';

export type ChatDevice = SettingsRow & {
  id: string;
  user_id: string;
  time_zone: string | null;
  /** Set where the recipient has not accepted the event (`chargedToSql`). */
  invited_by: string | null;
};
type ChatRound = { eventId: number; devices: readonly ChatDevice[]; writerIds: readonly string[] };

/** A round is paced by whichever of its writers may push first, so that nobody delays what others wrote. */
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
    // All rounds of the quiet hours are one job, whoever wrote.
    if (quietMs !== null) return { ...job, payload, key, dueAtMs: quietMs };
    return { ...job, payload: { ...payload, paced_by: writers }, key: `${key} ${ofWriters}` };
  });
}

export type NewsAbout = Exclude<Subject, { kind: 'chat' }>;
type News = { subject: NewsAbout; cause?: Cause | undefined };
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
