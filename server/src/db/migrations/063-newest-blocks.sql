-- The newest blocks of a person, who may have any number of them.
create index blocks_by_time on blocks (user_id, created_at desc, other_id);
