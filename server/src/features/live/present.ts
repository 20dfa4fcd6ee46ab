import type { LivePage } from '@hereabouts/contract/live';
import { isCreator } from '#server/access/event-roles.ts';
import { canShare } from '#server/access/live.ts';
import { isoOf } from '#server/clock.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { LiveRow } from './repo.ts';

export const presentLive = (row: LiveRow, viewer: Viewer, nowMs: number): LivePage => ({
  event: {
    id: row.id,
    title: row.title,
    location_name: row.location_name,
    location_latitude: row.location_latitude,
    location_longitude: row.location_longitude,
    start_time: row.start_time,
    end_time: row.end_time,
    is_cancelled: row.cancelled_at !== null,
  },
  may_share: canShare(viewer, row, nowMs),
  is_creator: isCreator(viewer, row),
  friends: row.friends,
  meeting_point: row.meeting_point,
  sharing: row.sharing && {
    event: { id: row.id, title: row.title, end_time: row.end_time },
    started_at: row.sharing.started_at,
    until: row.sharing.until,
    friend_count: row.friends.length,
    is_this_device: row.sharing.session_id === viewer.sessionId,
  },
  now: isoOf(nowMs),
});
