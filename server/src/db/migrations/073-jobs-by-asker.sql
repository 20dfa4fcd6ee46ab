-- Those who cause jobs take turns: the next one is found whatever number of jobs the others have.
create index jobs_by_asker on jobs (kind, (payload ->> 'asked_by'), due_at) where payload ? 'asked_by';
