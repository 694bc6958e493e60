-- Of which fact a fingerprint is: those of its quotes go with it when the user adds the fact again.
alter table forgotten add column fact bytea;
-- Since when answers are withheld, as a message that said what was forgotten was deleted.
alter table sessions add column withheld_since timestamptz;
