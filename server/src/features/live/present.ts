import type { LivePage, MeetingPoint, Sharing } from '@hereabouts/contract/live';
import { isCreator } from '#server/access/event-roles.ts';
import { canShare } from '#server/access/live.ts';
import { isoOf } from '#server/clock.ts';
import type { LiveRow, MeetingPointRow, SharingRow } from './repo.ts';

type Viewer = { userId: string; sessionId: string; isAnonymous?: true };

export const presentMeetingPoint = (row: MeetingPointRow): MeetingPoint => ({
  name: row.name,
  latitude: row.latitude,
  longitude: row.longitude,
  meet_at: row.meet_at,
  set_by: row.set_by,
  set_at: row.set_at,
});

export const presentSharing = (row: SharingRow, viewer: Viewer): Sharing => ({
  event: { id: row.event_id, title: row.title, end_time: row.end_time },
  started_at: row.started_at,
  until: row.until,
  friend_count: row.friend_count,
  is_this_device: row.session_id === viewer.sessionId,
});

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
  meeting_point: row.meeting_point && presentMeetingPoint(row.meeting_point),
  sharing:
    row.sharing &&
    presentSharing(
      {
        event_id: row.id,
        title: row.title,
        end_time: row.end_time,
        friend_count: row.friends.length,
        ...row.sharing,
      },
      viewer,
    ),
  now: isoOf(nowMs),
});
