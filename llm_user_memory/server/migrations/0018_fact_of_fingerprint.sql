-- Of which fact a fingerprint is: those of its quotes go with it when the user adds the fact again.
alter table forgotten add column fact bytea;
