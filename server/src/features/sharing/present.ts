import type { Sharing } from '@hereabouts/contract/sharing';
import type { Viewer } from '#server/http/viewer.ts';
import type { SharingRow } from './repo.ts';

export const presentSharing = (row: SharingRow, viewer: Pick<Viewer, 'sessionId'>): Sharing => ({
  event: { id: row.event_id, title: row.title, end_time: row.end_time },
  started_at: row.started_at,
  until: row.until,
  friend_count: row.friend_count,
  is_this_device: row.session_id === viewer.sessionId,
});
