-- When the certificate of a provider ends, as it says itself; null: nobody has read it yet.
alter table saml_providers add column certificate_expires_at timestamptz;
