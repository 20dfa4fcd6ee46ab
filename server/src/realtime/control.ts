import * as z from 'zod/mini';
import type { AccessLoss } from './local-bus.ts';

export const SESSIONS_SUBJECT = 'sessions';

const control = z.discriminatedUnion('type', [
  z.object({ type: z.literal('recheck'), userIds: z.optional(z.readonly(z.array(z.string()))) }),
  z.object({
    type: z.literal('published_with_override'),
    event: z.string(),
    payload: z.looseObject({}),
    override: z.object({ userIds: z.readonly(z.array(z.string())), payload: z.looseObject({}) }),
  }),
  z.object({ type: z.literal('session_ended'), sessionId: z.string() }),
  z.object({ type: z.literal('user_ended'), userId: z.string() }),
  /** Without `kinds`: all topics. */
  z.object({
    type: z.literal('recheck_people'),
    userIds: z.readonly(z.array(z.string())),
    kinds: z.optional(z.readonly(z.array(z.string()))),
  }),
]);
/** Messages about sessions are on `SESSIONS_SUBJECT`, others on the topic's subject. */
export type Control = z.infer<typeof control>;
export type PeopleControl = Extract<Control, { type: 'recheck_people' }>;
export type SessionControl = Extract<Control, { type: 'session_ended' | 'user_ended' }>;

export type PublishOverride<Payload extends object = object> = {
  userIds: readonly string[];
  payload: Payload;
};

export const topicSubject = (topic: string): string => `topic.${topic}`;

export const encodeControl = (message: Control): Buffer => Buffer.from(JSON.stringify(message));

/** Null for a message of another version. */
export function parseControl(bytes: Buffer): Control | null {
  try {
    return control.safeParse(JSON.parse(bytes.toString())).data ?? null;
  } catch {
    return null;
  }
}

type AccessLossMessage = Omit<AccessLoss, 'key'>;

export const recheckOf = (topic: string, userIds?: readonly string[]): AccessLossMessage => ({
  subject: topicSubject(topic),
  message: encodeControl(userIds ? { type: 'recheck', userIds } : { type: 'recheck' }),
});

export const recheckOfPeople = (
  userIds: readonly string[],
  kinds?: readonly string[],
): AccessLossMessage => ({
  subject: SESSIONS_SUBJECT,
  message: encodeControl({ type: 'recheck_people', userIds, ...(kinds && { kinds }) }),
});

export const endOfSession = (sessionId: string): AccessLossMessage => ({
  subject: SESSIONS_SUBJECT,
  message: encodeControl({ type: 'session_ended', sessionId }),
});

export const endOfUser = (userId: string): AccessLossMessage => ({
  subject: SESSIONS_SUBJECT,
  message: encodeControl({ type: 'user_ended', userId }),
});
