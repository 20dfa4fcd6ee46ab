import type { Notification } from '@hereabouts/contract/notifications';
import type { NotificationRow } from './list-repo.ts';

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  actor: row.actor,
  event: row.event,
  deleted_events: row.deleted_events,
  created_at: row.created_at,
  is_read: row.is_read,
  request: row.request,
  invitation: row.invitation,
});
