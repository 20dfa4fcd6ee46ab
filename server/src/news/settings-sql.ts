import type { ChatMute } from '@hereabouts/contract/notification-settings';
import { isoTimeSql } from '#server/db/sql.ts';

/** Columns of `notification_settings p`, which a left join may leave empty. */
export const SETTINGS_COLUMNS =
  'p.off, p.quiet_from, p.quiet_until, p.hides_details, p.by_mail, p.user_id is not null as has_settings';

export const mutedSql = (person: string, event: string, now: string): string => `exists (
  select from muted_chats quiet where quiet.user_id = ${person} and quiet.event_id = ${event}
    and (quiet.until is null or quiet.until > ${now}))`;

/** The mute may have run out. */
export type MuteRow = { mute: ChatMute | null };

export const muteSql = (person: string, event: string): string => `(
  select json_build_object('until', ${isoTimeSql('quiet.until')}) from muted_chats quiet
  where quiet.user_id = ${person} and quiet.event_id = ${event})`;
