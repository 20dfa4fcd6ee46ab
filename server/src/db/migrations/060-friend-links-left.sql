-- Who has ended the friendship that the link made: it does not befriend them again.
alter table friend_links add column left_by uuid[] not null default '{}';
