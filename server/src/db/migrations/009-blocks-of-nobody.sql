-- Blocks of ids under which there was nobody for the person: an account that is gone, one that never was, or one that had
-- blocked them. All three are kept and listed alike, so that each can be taken back and none tells which it was; hence no
-- foreign key for other_id. A block of somebody who had blocked them stands in blocks as well.
create table blocks_of_nobody (
  user_id uuid not null references users (id) on delete cascade,
  other_id uuid not null,
  created_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id <> other_id)
);

-- Those that were made while they stood in no list.
insert into blocks_of_nobody (user_id, other_id, created_at)
select b.user_id, b.other_id, b.created_at from blocks b
join blocks theirs on theirs.user_id = b.other_id and theirs.other_id = b.user_id
where b.is_blocker and theirs.is_blocker and theirs.created_at < b.created_at;
