-- The OpenID Connect provider has no end-session address (decision 31).
alter table single_sign_on_settings drop column post_logout_addresses;
