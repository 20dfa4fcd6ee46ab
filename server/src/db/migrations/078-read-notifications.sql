-- Read notifications are deleted before others: the sweep does not pass the unread ones of the same age each time.
create index notifications_read_by_time on notifications (created_at) where read_at is not null;
