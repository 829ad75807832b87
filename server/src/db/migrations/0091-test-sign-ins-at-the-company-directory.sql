-- Without a provider, a test is of the company directory of the settings.
alter table sign_in_tests alter column provider_id drop not null;
