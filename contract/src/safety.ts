import * as z from 'zod/mini';
import { isoTime, route, trimmedText, uuid } from './route.ts';
import { person } from './users.ts';

export const REPORT_REASON_MAX = 1_000;
export const SAFETY_MESSAGES = {
  blockSelf: 'You cannot block yourself',
  reasonMissing: 'Please say what is wrong',
  reportSelf: 'You cannot report yourself',
  passwordWrong: 'The password is not right',
} as const;

export const REPORT_KINDS = ['user', 'event', 'message'] as const;

export const reportInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), user_id: uuid, reason: reason() }),
  z.object({ kind: z.literal('event'), event_id: z.int().check(z.minimum(1)), reason: reason() }),
  z.object({ kind: z.literal('message'), message_id: uuid, reason: reason() }),
]);
export type ReportInput = z.output<typeof reportInput>;

function reason() {
  return trimmedText(REPORT_REASON_MAX).check(z.minLength(1, SAFETY_MESSAGES.reasonMissing));
}

const userParams = z.object({ userId: uuid });

export const safetyRoutes = {
  listBlocks: route({
    method: 'GET',
    path: '/api/me/blocks',
    summary: 'The people one has blocked, by name',
    access: 'user',
    status: 200,
    response: z.object({ people: z.array(z.object({ user: person, blocked_at: isoTime })) }),
  }),
  blockUser: route({
    method: 'PUT',
    path: '/api/me/blocks/{userId}',
    summary: 'Block a person: the two stop existing for each other at once, everywhere',
    access: 'user',
    params: userParams,
    status: 204,
  }),
  unblockUser: route({
    method: 'DELETE',
    path: '/api/me/blocks/{userId}',
    summary: 'Take a block back; nothing that it ended comes back',
    access: 'user',
    params: userParams,
    status: 204,
  }),
  report: route({
    method: 'POST',
    path: '/api/reports',
    summary: 'Report a person, an event or a message to the operator',
    access: 'user',
    body: reportInput,
    status: 204,
  }),
  downloadData: route({
    method: 'GET',
    path: '/api/me/data',
    summary: 'Everything that is stored about oneself, as one JSON document',
    access: 'user',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  }),
  deleteAccount: route({
    method: 'POST',
    path: '/api/me/deletion',
    summary: "Delete one's own account for good, with the password once more",
    access: 'user',
    body: z.object({ password: z.string().check(z.maxLength(1_000)) }),
    status: 204,
  }),
};
