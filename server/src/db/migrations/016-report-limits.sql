-- A person's reports of the last day are counted before each new one.
create index reports_by_reporter_time on reports (reporter_id, created_at);
drop index reports_by_reporter;
