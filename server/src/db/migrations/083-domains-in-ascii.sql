-- Some browsers hand over the domain of an address as typed, others in ASCII (Punycode): the same mailbox could get two accounts.
-- From now on it is stored in ASCII; where that already has an account of its own, the address stays as it is.

-- Punycode, RFC 3492, of one label between dots. Stored addresses are normalised and in lower case already.
create function label_in_ascii(label text) returns text language plpgsql as $$
declare
  points int[] := array(select ascii(c) from unnest(string_to_array(label, null)) with ordinality as t (c, at) order by at);
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  output text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  basic constant int := char_length(output);
  handled int := basic;
  n int := 128;
  delta int := 0;
  bias int := 72;
  least_point int;
  point int;
  q int;
  k int;
  t int;
begin
  if handled = cardinality(points) then return label; end if;
  if basic > 0 then output := output || '-'; end if;
  while handled < cardinality(points) loop
    select min(p) into least_point from unnest(points) as p where p >= n;
    delta := delta + (least_point - n) * (handled + 1);
    n := least_point;
    foreach point in array points loop
      if point < n then delta := delta + 1; end if;
      if point = n then
        q := delta;
        k := 36;
        loop
          t := greatest(1, least(26, k - bias));
          exit when q < t;
          output := output || substr(digits, t + (q - t) % (36 - t) + 1, 1);
          q := (q - t) / (36 - t);
          k := k + 36;
        end loop;
        output := output || substr(digits, q + 1, 1);
        handled := handled + 1;
        delta := case when handled = basic + 1 then delta / 700 else delta / 2 end;
        delta := delta + delta / handled;
        k := 0;
        while delta > 455 loop
          delta := delta / 35;
          k := k + 36;
        end loop;
        bias := k + 36 * delta / (delta + 38);
        delta := 0;
      end if;
    end loop;
    delta := delta + 1;
    n := n + 1;
  end loop;
  return 'xn--' || output;
end $$;

create function domain_in_ascii(address text) returns text language sql as $$
  select split_part(address, '@', 1) || '@' || string_agg(label_in_ascii(label), '.' order by at)
  from unnest(string_to_array(split_part(address, '@', 2), '.')) with ordinality as t (label, at)
$$;

create temporary table moved_addresses on commit drop as
  select id, domain_in_ascii(email) as email from auth.users where split_part(email, '@', 2) ~ '[^\u0001-\u007f]';
delete from moved_addresses m
  where char_length(m.email) > 254 or exists (select from auth.users a where a.email = m.email);

update auth.users a set email = m.email from moved_addresses m where a.id = m.id;
update users u set email = m.email from moved_addresses m where u.id = m.id;
update auth.users set new_email = domain_in_ascii(new_email) where split_part(new_email, '@', 2) ~ '[^\u0001-\u007f]';
-- Those of an address that stays are found by it.
update auth.one_time_tokens t set sent_to = domain_in_ascii(sent_to)
  where split_part(sent_to, '@', 2) ~ '[^\u0001-\u007f]'
    and not exists (select from auth.users a where a.id = t.user_id and a.email = t.sent_to);

drop function domain_in_ascii(text);
drop function label_in_ascii(text);
