import * as z from 'zod/mini';
import { REPORT_TEXTS, REPORT_REASON_MAX } from '../reports.ts';
import { operations } from '../route.ts';
import { uuid } from './values.ts';
import { linesText } from './visible-text.ts';

const reason = () => linesText(REPORT_REASON_MAX).check(z.minLength(1, REPORT_TEXTS.reasonMissing));

export const reportInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), user_id: uuid, reason: reason() }),
  z.object({ kind: z.literal('event'), event_id: z.int().check(z.minimum(1)), reason: reason() }),
  z.object({ kind: z.literal('message'), message_id: uuid, reason: reason() }),
]);
export type ReportInput = z.output<typeof reportInput>;

export const reportOperations = operations({
  report: {
    summary: 'Report a person, an event or a message to the operator',
    body: reportInput,
    status: 204,
  },
});
