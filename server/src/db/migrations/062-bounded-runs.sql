-- Pages of started events, and the newest unread notifications of a person, are read in the order of an index: nothing that
-- somebody stores in numbers is sorted for each page or count.
drop index events_by_start;
create index events_by_start on events (start_time, id);
drop index notifications_unread;
create index notifications_unread on notifications (user_id, id desc) where read_at is null;
