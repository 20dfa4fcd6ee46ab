-- Without figures on the address the planner takes any part of one for rare and sorts all who match: 107 ms instead of
-- 5 ms for "example.org" among 100,000 people.
create statistics users_lower_email on lower(email) from users;
