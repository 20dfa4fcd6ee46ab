-- Blocks of nobody are bounded per person: the oldest make way. One that also stands in blocks stays, so that it holds and
-- its name is never told, but is listed no more, as the others are not.
alter table blocks_of_nobody add column is_listed boolean not null default true;
