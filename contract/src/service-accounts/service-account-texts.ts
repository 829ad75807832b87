/** What the server answers to administrators of service accounts. */
export const serviceAccountTexts = {
  service_name_taken: 'There is a service account of this name already.',
  service_owner_inactive: 'The owner must be an active user.',
  service_owner_external: 'A service account of the installation needs an internal owner.',
  service_owner_other_employer: 'The owner belongs to another employer.',
  service_owner_lacks_page: 'The owner doesn’t have the page {page}, which {scope} needs.',
  service_creator_lacks_page: 'You don’t have the page {page}, which {scope} needs.',
  service_scopes_none: 'Choose at least one scope.',
  service_scope_installation: '{scope} is only for service accounts of the installation.',
  service_scope_employer: '{scope} is only for service accounts of an employer.',
  service_network_invalid: 'Line {line}: “{entry}” is neither an address nor a network such as 10.1.0.0/16.',
  service_networks_invalid: 'Lines {lines} are neither addresses nor networks such as 10.1.0.0/16.',
  service_networks_too_many: 'At most {max} addresses and networks.',
  service_end_past: 'Choose a day in the future.',
  service_end_too_late: 'A service account ends after {days} days at the latest.',
  service_overlap_too_long: 'At most {days} days.',
  service_tokens_too_many:
    'Two tokens of this service account work already. Revoke one first, or let the former ones end now.',
  service_token_gone: 'This token doesn’t work any more.',
  service_account_ended: 'This service account has ended. Add a new one.',
  service_account_gone: 'This service account is revoked.',
  service_employer_unknown: 'This employer doesn’t exist any more.',
  service_account_changed: 'Service account saved.',
  service_account_revoked: 'Service account revoked. Its tokens don’t work any more.',
  service_token_revoked: 'Token revoked.',
  service_account_stale:
    '{name} changed this service account after you opened it. Load the current state, then save again.',
  service_account_stale_unknown:
    'This service account was changed after you opened it. Load the current state, then save again.',
} as const
