-- When to meet, in the line that tells of a new meeting point; none where it was set without a time.
alter table chat_message add column meet_at timestamptz;
alter table chat_message add constraint chat_message_meet_at check (meet_at is null or kind = 'meeting_point') not valid;
