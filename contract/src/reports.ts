import * as z from 'zod/mini';
import { route, trimmedText, uuid } from './route.ts';

export const REPORT_REASON_MAX = 1_000;
export const REPORT_MESSAGES = {
  reasonMissing: 'Please say what is wrong',
  self: 'You cannot report yourself',
} as const;

export const REPORT_KINDS = ['user', 'event', 'message'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

const reason = () => trimmedText(REPORT_REASON_MAX).check(z.minLength(1, REPORT_MESSAGES.reasonMissing));

export const reportInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), user_id: uuid, reason: reason() }),
  z.object({ kind: z.literal('event'), event_id: z.int().check(z.minimum(1)), reason: reason() }),
  z.object({ kind: z.literal('message'), message_id: uuid, reason: reason() }),
]);
export type ReportInput = z.output<typeof reportInput>;
/** What is reported, without the reason. */
export type ReportSubject =
  | { kind: 'user'; user_id: string }
  | { kind: 'event'; event_id: number }
  | { kind: 'message'; message_id: string };

/** Source: SAFE-02. */
export const reportRoutes = {
  report: route({
    method: 'POST',
    path: '/api/reports',
    summary: 'Report a person, an event or a message to the operator',
    access: 'user',
    body: reportInput,
    status: 204,
  }),
};
