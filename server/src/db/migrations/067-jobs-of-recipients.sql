-- What a job goes to, such as a device of the account: so many wait for one (docs/limits.md), and they go with it in parts.
alter table jobs add column recipient uuid;
drop index jobs_by_user;
create index jobs_by_recipient on jobs (user_id, recipient) where user_id is not null;
