-- Which save of its form made the event what it is: earlier ones that arrive late change nothing. Null once it was edited.
alter table events add column creation_attempt integer;
