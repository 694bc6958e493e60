-- Failures in a row that were of the session, or of the model for good: after many of them a session
-- is put aside. An outage, however long it takes, puts none aside.
alter table jobs add lasting int not null default 0;
