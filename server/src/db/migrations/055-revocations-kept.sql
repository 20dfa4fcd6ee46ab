-- Every revocation is written in the transaction of its change.
alter table revocations
  -- Also on the message that NATS carries, so that nothing is done twice. Null: of an older version.
  add column key text,
  -- Transactions commit out of the order of their ids: who has read up to the oldest one that was open misses none.
  add column written_by xid8 not null default pg_current_xact_id();
create index revocations_written_by on revocations (written_by);
