-- Who may not sign in, until the operator lifts it.
create table auth.suspensions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null
);
