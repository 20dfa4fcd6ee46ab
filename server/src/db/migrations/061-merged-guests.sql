-- Which account a guest without one has become: what somebody does about the guest holds for it.
create table merged_guests (
  guest_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  merged_at timestamptz not null
);
create index merged_guests_user on merged_guests (user_id);
create index merged_guests_merged on merged_guests (merged_at);
