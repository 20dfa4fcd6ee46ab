import type { ColumnType, GeneratedAlways } from 'kysely';

/** ISO-8601 in UTC with milliseconds. */
type Timestamp = string;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type ReportKind = 'user' | 'event' | 'message';

export interface ReportsTable {
  id: GeneratedAlways<number>;
  reporter_id: string | null;
  kind: ReportKind;
  user_id: string | null;
  event_id: number | null;
  message_id: string | null;
  subject: string | null;
  reason: string;
  created_at: Timestamp;
  closed_at: Timestamp | null;
  was_visible: Defaulted<boolean>;
  by_guest: Defaulted<boolean>;
  digest: string | null;
  picture: string | null;
}

export interface OperatorActionsTable {
  id: GeneratedAlways<number>;
  created_at: Timestamp;
  operator: string;
  action: string;
  user_id: string | null;
  event_id: number | null;
  message_id: string | null;
  report_id: number | null;
  upload_path: string | null;
  reason: string | null;
}

export interface ModerationSchema {
  reports: ReportsTable;
  operator_actions: OperatorActionsTable;
}
