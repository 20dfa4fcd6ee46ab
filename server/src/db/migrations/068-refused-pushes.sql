-- When the push service last refused the key of this server, as after a change of it: such a device holds back no mail.
alter table push_subscriptions add column refused_at timestamptz;
