-- The colour that most of a picture has: pages are tinted by it (EVD-14). Null until it has been computed for pictures that
-- were stored before.
alter table uploads add column tint text check (tint ~ '^#[0-9a-f]{6}$');
create index uploads_without_tint on uploads (path) where tint is null;
