import type { NotificationKind } from '@hereabouts/contract/notifications';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AuthSchema } from './auth-schema.ts';
import type { ModerationSchema } from './moderation-schema.ts';

/** ISO-8601 in UTC with milliseconds, both ways. */
export type Timestamp = string;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type ContactVisibility = 'everyone' | 'friends';
export type FriendshipStatus = 'pending' | 'accepted';
export type InviteStatus = 'pending' | 'accepted' | 'declined' | 'tentative';
export type ChatMessageKind = 'text' | 'meeting_point' | 'removed' | 'announcement';

export interface UsersTable {
  id: string;
  name: Defaulted<string>;
  email: string | null;
  phone: string | null;
  image: string | null;
  contact_visibility: Defaulted<ContactVisibility>;
  is_anonymous: Defaulted<boolean>;
  unlisted_since: Timestamp | null;
  time_zone: string | null;
  link_shared_at: Timestamp | null;
  first_steps_done_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface FriendshipsTable {
  id: string;
  requester_id: string;
  addressee_id: string;
  status: Defaulted<FriendshipStatus>;
  created_at: Timestamp;
  accepted_at: Timestamp | null;
}

export interface FriendLinksTable {
  owner_id: string;
  salt: string;
  token_hash: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  left_by: Generated<string[]>;
}

export interface MergedGuestsTable {
  guest_id: string;
  user_id: string;
  merged_at: Timestamp;
}

export interface EventLinksTable {
  event_id: number;
  salt: string;
  token_hash: string;
  created_at: Timestamp;
}

export interface GuestsDisallowedTable {
  event_id: number;
}

export interface RemovedGuestsTable {
  event_id: number;
  user_id: string;
  removed_at: Timestamp;
}

export interface EventsTable {
  id: GeneratedAlways<number>;
  title: string;
  description: Defaulted<string>;
  image: string | null;
  location_name: string;
  location_address: Defaulted<string>;
  location_latitude: number;
  location_longitude: number;
  start_time: Timestamp;
  end_time: Timestamp;
  is_private: Defaulted<boolean>;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  cancelled_at: Timestamp | null;
  creation_key: string | null;
  creation_attempt: number | null;
  creation_saved_at: Timestamp | null;
  time_zone: string | null;
  places: number | null;
  bring_max: Defaulted<number>;
}

export interface EventInvitesTable {
  event_id: number;
  user_id: string;
  status: Defaulted<InviteStatus>;
  is_co_host: Defaulted<boolean>;
  brings: Defaulted<number>;
  waiting_since: Timestamp | null;
  invited_by: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ChatRoomTable {
  id: GeneratedAlways<number>;
  event_id: number;
  last_seq: Defaulted<number>;
  created_at: Timestamp;
  removed_count: Defaulted<number>;
}

export interface ChatMessageTable {
  id: string;
  chat_room_id: number;
  seq: number;
  user_id: string | null;
  message: string;
  kind: Defaulted<ChatMessageKind>;
  created_at: Timestamp;
  meet_at: Timestamp | null;
  author_key: Defaulted<string | null>;
}

export interface ChatHiddenAuthorsTable {
  author_key: string;
  user_id: string;
}

export interface ChatReadTable {
  event_id: number;
  user_id: string;
  last_seq: number;
  shown_seq: Defaulted<number>;
}

export interface LiveSharingTable {
  event_id: number;
  user_id: string;
  session_id: string;
  started_at: Timestamp;
  /** The end shown to the person. */
  ends_at: Timestamp;
}

export interface MeetingPointsTable {
  event_id: number;
  name: string;
  latitude: number;
  longitude: number;
  meet_at: Timestamp | null;
  set_by: string | null;
  set_at: Timestamp;
  author_key: Defaulted<string | null>;
}

/** Of the newest deletion first, the nearest of each; `more` are not named. */
export type DeletedEvents = {
  events: { title: string; start_time: string; time_zone: string | null }[];
  more: number;
};

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  user_id: string;
  kind: NotificationKind;
  event_id: number | null;
  actor_id: string | null;
  created_at: Timestamp;
  read_at: Timestamp | null;
  deleted_events: DeletedEvents | null;
}

export interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Timestamp;
  refused_at: Timestamp | null;
}

export interface NotificationSettingsTable {
  user_id: string;
  off: Defaulted<string[]>;
  /** Minutes of the day. */
  quiet_from: number | null;
  quiet_until: number | null;
  hides_details: Defaulted<boolean>;
  by_mail: Defaulted<boolean>;
}

export interface MutedChatsTable {
  user_id: string;
  event_id: number;
  until: Timestamp | null;
}

export interface PushedChatsTable {
  event_id: number;
  last_seq: number;
  pushed_at: Timestamp;
}

export interface ChatPushesTable {
  device_id: string;
  event_id: number;
  seq: number;
  pushed_at: Timestamp;
  job_id: string | null;
}

export interface RemindersSentTable {
  event_id: number;
  kind: 'answer' | 'day' | 'hour';
}

export interface NewsMailsTable {
  user_id: string;
  sent_at: Timestamp;
  up_to_id: number;
  caused_by: string | null;
  is_urgent: boolean;
}

export interface NewsToMailTable {
  user_id: string;
  since: Timestamp;
}

export interface CalendarFeedsTable {
  user_id: string;
  salt: string;
  token_hash: string;
  created_at: Timestamp;
}

export interface BlocksTable {
  user_id: string;
  other_id: string;
  is_blocker: boolean;
  created_at: Timestamp;
}

export interface BlocksOfNobodyTable {
  user_id: string;
  other_id: string;
  created_at: Timestamp;
  is_listed: Defaulted<boolean>;
}

export interface UploadsTable {
  path: string;
  owner_id: string | null;
  content_type: string;
  width: number;
  height: number;
  bytes: number;
  tint: string | null;
  created_at: Timestamp;
}

export interface JobsTable {
  id: string;
  kind: string;
  payload: ColumnType<object, string, string>;
  user_id: string | null;
  key: string | null;
  created_at: Timestamp;
  due_at: Timestamp;
  expires_at: Timestamp;
  attempts: Defaulted<number>;
  failures: Defaulted<number>;
  recipient: string | null;
}

export interface SchemaMigrationsTable {
  name: string;
  checksum: string;
  applied_at: Timestamp;
}

export interface CoreSchema {
  users: UsersTable;
  friendships: FriendshipsTable;
  friend_links: FriendLinksTable;
  events: EventsTable;
  merged_guests: MergedGuestsTable;
  event_links: EventLinksTable;
  guests_disallowed: GuestsDisallowedTable;
  removed_guests: RemovedGuestsTable;
  event_invites: EventInvitesTable;
  chat_room: ChatRoomTable;
  chat_message: ChatMessageTable;
  chat_hidden_authors: ChatHiddenAuthorsTable;
  chat_read: ChatReadTable;
  live_sharing: LiveSharingTable;
  meeting_points: MeetingPointsTable;
  notifications: NotificationsTable;
  push_subscriptions: PushSubscriptionsTable;
  notification_settings: NotificationSettingsTable;
  muted_chats: MutedChatsTable;
  pushed_chats: PushedChatsTable;
  chat_pushes: ChatPushesTable;
  reminders_sent: RemindersSentTable;
  news_mails: NewsMailsTable;
  news_to_mail: NewsToMailTable;
  calendar_feeds: CalendarFeedsTable;
  blocks: BlocksTable;
  blocks_of_nobody: BlocksOfNobodyTable;
  uploads: UploadsTable;
  jobs: JobsTable;
  schema_migrations: SchemaMigrationsTable;
}

export interface Schema extends CoreSchema, AuthSchema, ModerationSchema {}
