-- People, friendships, events and invites for B5, in :people and a number of events twice that; the same in every run.
-- Everything random is a hash of its number. Each person has 20 friends, 2 requests received, 2 sent, about 10
-- invites of others, 2 events of their own, and on average 5 events of both kinds that have not ended.
-- Rows of one person lie scattered over the tables, as they do where people come and befriend over years.

-- A throwaway server: nothing may start in the middle of a measurement.
alter system set autovacuum = off;
select pg_reload_conf();
-- Foreign keys hold by construction; looking each up would take longer than all the rest.
set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '512MB';
set work_mem = '256MB';

-- Indexes are built at the end, in one go each: row by row they take five times as long.
create temporary table seed_index as
select indexname as name, indexdef as definition from pg_indexes
where schemaname = 'public' and tablename in ('users', 'friendships', 'events', 'event_invites')
  and indexname not in (select conname from pg_constraint);
select 'drop index ' || name from seed_index \gexec
alter table friendships drop constraint friendships_pkey;

/* A version-4 UUID that is the hash of a name. */
create function seed_id(name text) returns uuid language sql immutable parallel safe as
$$ select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$;
/* A number from 0 to below `top` that is the hash of a name. */
create function seed_number(name text, top int) returns int language sql immutable parallel safe as
$$ select mod(('x' || substr(md5(name), 1, 7))::bit(28)::int, top) $$;

/* Person n befriends those at these distances from n, and is befriended likewise; the last two are only asked. */
create table seed_distance (k int, distance int);
insert into seed_distance
select k, case when k < 4 then k else (:people * (0.041 * k)::float8)::int + k end from generate_series(1, 12) k;

create temporary table seed_person as
select n, seed_id('person ' || n) as id from generate_series(1, :people) n;
create index on seed_person (n);

insert into users (id, name, email, image, created_at, updated_at)
select id,
  (array['Anna','Ben','Chloe','Daniel','Emily','Finn','Grace','Harry','Isla','Jack','Katie','Liam','Maya','Noah','Olivia','Peter'])[1 + n % 16]
    || ' ' || (array['Le Brun','Renouf','Hamon','de Gruchy','Vibert','Querée','Le Sueur','Amy','Mauger','Noel','Pallot','Romeril','Syvret','Touzel'])[1 + (n / 16) % 14]
    || ' ' || n,
  'person' || n || '@example.org',
  case when n % 3 > 0 then seed_id('avatar ' || n) || '.webp' end,
  moment, moment
from (select *, now() - (1 + seed_number('joined ' || n, 700)) * interval '1 day' as moment from seed_person) p;

insert into friendships (id, requester_id, addressee_id, status, created_at, accepted_at)
select seed_id('friendship ' || a.n || ' ' || k), a.id, b.id,
  case when k <= 10 then 'accepted' else 'pending' end, asked,
  case when k <= 10 then asked + interval '5 hours' end
from seed_person a
cross join seed_distance
join seed_person b on b.n = 1 + mod(a.n - 1 + distance, :people)
cross join lateral (select now() - seed_number('asked ' || a.n || ' ' || k, 30000000) * interval '1 second' as asked) t
order by seed_number('order ' || a.n || ' ' || k, 100000000);

/* Of 100 events 58 have ended, 1 runs, 41 start within 30 days. */
create temporary table seed_event as
select e, 1 + mod(e - 1, :people) as creator, seed_number('guests ' || e, 10) as guests,
  seed_number('first guest ' || e, 20) as first_guest,
  now() + case
    when when100 < 58 then -(1 + seed_number('ago ' || e, 180)) * interval '1 day'
    when when100 = 58 then -interval '1 hour'
    else (1 + seed_number('ahead ' || e, 43000)) * interval '1 minute' end as start_time
from (select e, seed_number('when ' || e, 100) as when100 from generate_series(1, 2 * :people) e) events;

insert into events (title, description, image, location_name, location_address, location_latitude, location_longitude,
  start_time, end_time, is_private, created_by, created_at, updated_at)
select (array['Beach bonfire','Sunset swim','Quiz night','Coast path walk','Live music','Barbecue','Surf and coffee','Birthday'])[1 + e % 8] || ' ' || e,
  repeat('Bring something to sit on and something to share. ', 1 + seed_number('words ' || e, 9)),
  case when e % 2 = 0 then seed_id('image ' || e) || '.webp' end,
  (array['St Ouen''s Bay','Royal Square','Fort Regent','Liberation Square','Gorey Harbour'])[1 + e % 5],
  'La Grande Route des Mielles, Jersey',
  49.17 + seed_number('latitude ' || e, 90000) / 1e6, -2.25 + seed_number('longitude ' || e, 240000) / 1e6,
  start_time, start_time + (2 + e % 4) * interval '1 hour', seed_number('private ' || e, 10) < 3,
  p.id, start_time - interval '10 days', start_time - interval '9 days'
from seed_event join seed_person p on p.n = creator
order by e;

/* The creator comes (EVF-14); guests are among the creator's 20 friends, 5 an event on average (0 to 10). */
insert into event_invites (event_id, user_id, status, created_at, updated_at)
select e, p.id, case when guest = 0 then 'accepted'
    else (array['pending','accepted','accepted','declined','tentative'])[1 + seed_number('answer ' || e || ' ' || guest, 5)] end,
  start_time - interval '10 days', start_time - interval '9 days'
from seed_event
cross join lateral generate_series(0, least(guests + seed_number('one more ' || e, 2), 10)) guest
cross join lateral (select mod(first_guest + guest, 20) as friend) f
left join seed_distance on guest > 0 and k = 1 + friend / 2
join seed_person p
  on p.n = 1 + mod(creator - 1 + case when guest = 0 then 0 when friend % 2 = 0 then distance else :people - distance end, :people)
order by e, guest;

insert into auth.users (id, email, email_confirmed_at, created_at, updated_at)
select id, email, created_at, created_at, updated_at from users;
insert into auth.sessions (id, user_id, refresh_salt, amr, created_at, refreshed_at)
select seed_id('session ' || n), id, md5('salt ' || n), '[{"method":"password","timestamp":1700000000}]', now(), now()
from seed_person;

alter table friendships add constraint friendships_pkey primary key (id);
select definition from seed_index \gexec
set session_replication_role = origin;
vacuum analyze;
checkpoint;
