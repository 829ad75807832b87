/** Texts of the plan of an erasure: what goes, and what stays and why. */
export const erasureTexts = {
  erasure_goes_profile: 'Name, user ID, email addresses, telephone numbers and everything else in the profile',
  erasure_goes_credentials: 'Password, second factors, passkeys, linked identities and trusted devices',
  erasure_goes_sessions: 'Sessions and sign-ins',
  erasure_goes_permissions: 'Open permissions, which end, and roles at clients',
  erasure_goes_documents: 'Documents with all versions, and documents that others share with the user',
  erasure_goes_settings: 'Links, favorites, list settings and other preferences',
  erasure_goes_accounts: 'System accounts',
  erasure_goes_requests: 'Words of requests, and of the answers to them',
  erasure_goes_mails: 'Emails to the user, and the content of emails that name the user',
  erasure_goes_reports: 'Reports, imported files and entries of the browser log',
  erasure_goes_acts: 'Changes of access that the user started or was part of',
  erasure_stays_number: 'The number of the user: other data name “deleted user” with it',
  erasure_stays_audit:
    'Events of the audit trail, without texts and network addresses: they prove who did what, under the number as a pseudonym',
  erasure_stays_grants: 'Which permissions the user had and when, under the number: that must remain provable',
  erasure_stays_organization:
    'What the user decided or wrote for the organization: access decisions, announcements, texts, published files',
  erasure_stays_outside: 'Backups, exported files and logs, which the portal doesn’t reach',
} as const
