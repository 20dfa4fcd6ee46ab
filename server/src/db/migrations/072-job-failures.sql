-- `attempts` counts claims, also of jobs that are then postponed, which is no reason to wait longer after a failure.
alter table jobs add column failures integer not null default 0;
