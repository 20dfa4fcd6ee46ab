-- Whoever knows a browser's endpoint could otherwise keep its owner from it: the same endpoint may stand for several
-- accounts, each with keys of its own, and only those of the browser can be read there.
alter table push_subscriptions drop constraint push_subscriptions_endpoint_key;
create unique index push_subscriptions_by_endpoint on push_subscriptions (endpoint, auth);
