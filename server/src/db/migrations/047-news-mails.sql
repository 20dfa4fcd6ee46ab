-- Mails about news of the last day: at most ten a person, each about what the one before did not tell (PUSH-06).
create table news_mails (
  user_id uuid not null references users (id) on delete cascade,
  sent_at timestamptz not null,
  -- The newest notification that it told of.
  up_to_id bigint not null,
  primary key (user_id, sent_at, up_to_id)
);
create index news_mails_by_time on news_mails (sent_at);
