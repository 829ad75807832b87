/** What is wrong with SAML metadata or a certificate, to be put after a colon. */
export const metadataFaultTexts = {
  metadata_fault_xml: 'it is no well-formed XML, or holds a DOCTYPE, CDATA or instructions, which are refused',
  metadata_fault_entities: 'it does not describe exactly one SAML entity',
  metadata_fault_no_provider: 'it does not describe an identity provider',
  metadata_fault_no_application: 'it does not describe an application',
  metadata_fault_entity_id: 'its entity ID is no URI of at most 1024 characters',
  metadata_fault_own_entity_id: 'it has the entity ID of this portal',
  metadata_fault_certificate: 'a certificate cannot be read',
  metadata_fault_key: 'a key is not RSA with at least {bits} bits',
  metadata_fault_signed_requests:
    'the provider wants signed requests, which this portal does not send: turn that off there',
  metadata_fault_no_redirect: 'the provider offers no single sign-on by HTTP-Redirect',
  metadata_fault_not_https: 'the address of its single sign-on is not https',
  metadata_fault_transient:
    'the provider names people anew at every sign-in (transient): choose persistent, e-mail address or unspecified there',
  metadata_fault_no_certificate: 'there is no certificate to check signatures by',
  metadata_fault_certificates: 'there are more than two certificates to check signatures by',
  metadata_fault_expired: 'its certificate has expired on {date}',
  metadata_fault_no_post: 'the application receives nothing by HTTP-POST',
  metadata_fault_name_format: 'the application accepts no name ID format that this portal can send',
  metadata_fault_encryption_certificate: 'its encryption certificate has expired or isn’t valid yet',
  metadata_fault_encryption: 'the application reads no encryption with AES-GCM, the only one that this portal sends',
} as const
