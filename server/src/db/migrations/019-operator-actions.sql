-- What operators did with npm run admin. Without foreign keys: the ids stay when what they name is deleted.
create table operator_actions (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  -- The operator's system user.
  operator text not null check (operator <> '' and char_length(operator) <= 100),
  action text not null,
  user_id uuid,
  event_id bigint,
  message_id uuid,
  report_id bigint,
  reason text check (reason <> '' and char_length(reason) <= 1000)
);
