/** SQL of the addresses of a system and of its pages; `system` is its row. */
export const pageAddresses = `
  array(select page.location from pages page where page.system_id = system.id and page.deleted_at is null)
    || array[system.launch_url, system.setup_url]`

/** SQL of all addresses at which a system is registered, those of its single sign-on among them. */
export const registeredAddresses = `
  ${pageAddresses}
    || array(select acs ->> 'url' from single_sign_on_settings own, jsonb_array_elements(own.acs_addresses) acs
              where own.system_id = system.id)
    || array(select unnest(own.redirect_addresses) from single_sign_on_settings own where own.system_id = system.id)`
