/** What the server answers to programs that call with a token; pages load none of them. */
export const serviceTokenTexts = {
  service_token_refused: 'This token doesn’t work: it is unknown, expired or revoked.',
  service_address_refused: 'This token can’t be used from this address.',
  service_scope_missing: 'This call needs the scope {scope}, which the service account doesn’t have.',
  service_call_closed: 'This call isn’t open to service accounts.',
  service_gives_no_access: 'Service accounts can’t give access. Leave this list empty.',
  service_token_in_address:
    'Send tokens in the Authorization header, never in an address. A token that was sent in an address is revoked.',
} as const
