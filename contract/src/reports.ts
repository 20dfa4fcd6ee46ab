import { routesOf } from './route.ts';
import type { reportOperations } from './schemas/reports.ts';

export type { ReportInput } from './schemas/reports.ts';

export const REPORT_REASON_MAX = 1_000;
export const REPORT_TEXTS = {
  reasonMissing: 'Please say what is wrong',
  self: 'You cannot report yourself',
} as const;

export const REPORT_KINDS = ['user', 'event', 'message'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export type ReportSubject =
  | { kind: 'user'; user_id: string }
  | { kind: 'event'; event_id: number }
  | { kind: 'message'; message_id: string };

/** Source: SAFE-02. */
export const reportRoutes = routesOf<typeof reportOperations>()({
  report: { method: 'POST', path: '/api/reports', access: 'any_user' },
});
