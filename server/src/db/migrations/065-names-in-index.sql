-- A list of pending entries of such an index is worked off by whoever fills it, within one statement that takes seconds and holds
-- up everybody on the embedded database. Without it each change of a name pays for its own.
alter index users_by_name_part set (fastupdate = off);
alter index users_by_email_part set (fastupdate = off);
select gin_clean_pending_list('users_by_name_part'), gin_clean_pending_list('users_by_email_part');
