-- Who has left a friend link goes from it with their account.
create index friend_links_by_left on friend_links using gin (left_by);
update friend_links set left_by = array(
  select who from unnest(left_by) with ordinality as left_link (who, nth) where exists (select from users where id = who) order by nth)
where left_by <> '{}';
