import * as z from 'zod/mini';

export const SESSIONS_SUBJECT = 'sessions';

const control = z.discriminatedUnion('type', [
  /** On the subject of a topic. Without `userIds`: everybody. */
  z.object({ type: z.literal('recheck'), userIds: z.optional(z.readonly(z.array(z.string()))) }),
  /** On the subject of a topic: a message that is another one for some people. */
  z.object({
    type: z.literal('said_apart'),
    event: z.string(),
    payload: z.looseObject({}),
    apart: z.object({ userIds: z.readonly(z.array(z.string())), payload: z.looseObject({}) }),
  }),
  /** On `SESSIONS_SUBJECT`. */
  z.object({ type: z.literal('session_ended'), sessionId: z.string() }),
  z.object({ type: z.literal('user_ended'), userId: z.string() }),
  /** On `SESSIONS_SUBJECT`: what these people have joined, of these kinds or of all. */
  z.object({
    type: z.literal('recheck_people'),
    userIds: z.readonly(z.array(z.string())),
    kinds: z.optional(z.readonly(z.array(z.string()))),
  }),
]);
/** What the processes of one instance tell each other beside frames. */
export type Control = z.infer<typeof control>;
export type PeopleControl = Extract<Control, { type: 'recheck_people' }>;
export type SessionControl = Extract<Control, { type: 'session_ended' | 'user_ended' }>;

export type Apart = Extract<Control, { type: 'said_apart' }>['apart'];

export const encodeControl = (message: Control): Buffer => Buffer.from(JSON.stringify(message));

/** The message, or null where a process of another version says something unknown. */
export function parseControl(bytes: Buffer): Control | null {
  try {
    return control.safeParse(JSON.parse(bytes.toString())).data ?? null;
  } catch {
    return null;
  }
}
