-- Whoever causes a mail has a share of the ten a day, and some of the ten are for what was taken back: nobody uses up what the
-- news of others needs (PUSH-06).
alter table news_mails
  -- Null where nobody did, or the person is gone.
  add column caused_by uuid references users (id) on delete set null,
  -- Sent because something was taken back.
  add column is_urgent boolean not null default false;
create index news_mails_by_cause on news_mails (caused_by) where caused_by is not null;
-- Since when there may be news that no mail has told of: however long it has to wait, the next mail counts it.
create table news_to_mail (
  user_id uuid primary key references users (id) on delete cascade,
  since timestamptz not null
);
create index news_to_mail_by_time on news_to_mail (since);
-- Such a job waits no more by itself, because others' news would wait with it: each is looked at again.
update jobs set due_at = created_at where kind = 'news_mail' and attempts > 0;
