/** Texts of erasures: what goes, what stays and why, and how an administrator asks for one. */
export const erasureTexts = {
  erasure_goes_profile: 'Name, user ID, email addresses, telephone numbers and everything else in the profile',
  erasure_goes_credentials:
    'Password, second factors, passkeys, linked identities, trusted devices, and service accounts with their tokens',
  erasure_goes_sessions: 'Sessions and sign-ins',
  erasure_goes_permissions: 'Open permissions, which end, and roles at clients',
  erasure_goes_documents: 'Documents with all versions, and documents that others share with the user',
  erasure_goes_settings: 'Links, favorites, list settings and other preferences',
  erasure_goes_accounts: 'System accounts',
  erasure_goes_requests: 'Words of requests, and of the answers to them',
  erasure_goes_mails: 'Emails to the user, and the content of emails that name the user',
  erasure_goes_reports:
    'Reports, imported files and entries of the browser log, and rows about the user in reports of others',
  erasure_goes_acts: 'Changes of access that the user started or was part of',
  erasure_goes_contacts:
    'Email addresses of the user at applications, sections, jobs and clients, and the user as the contact of clients',
  erasure_stays_number: 'The number of the user: other data name “deleted user” with it',
  erasure_stays_audit:
    'Events of the audit trail, without texts and network addresses: they prove who did what, under the number as a pseudonym. Months that the operator had written to files before keep both',
  erasure_stays_grants: 'Which permissions the user had and when, under the number: that must remain provable',
  erasure_stays_organization:
    'What the user decided or wrote for the organization: access decisions, announcements, texts, published files',
  erasure_stays_outside: 'Backups, exported files and logs, which the portal doesn’t reach',
  erasure_action: 'Erase…',
  erasure_take_back: 'Take back erasure',
  erasure_take_back_lead: '{name} will not be erased on request. The user stays deleted.',
  erasure_take_back_age:
    'The data leave the portal in the night after {date} all the same, as those of every user who was deleted that long ago.',
  erasure_portal_admin_only: 'Only portal administrators can have a user erased.',
  erasure_title: 'Erase {name}',
  erasure_lead:
    'The data of {name} leave the portal in the night after {date}, for good. Until then you can take the erasure back.',
  erasure_goes: 'What goes',
  erasure_stays: 'What stays, and why',
  erasure_reason: 'Reason',
  erasure_reason_help: 'For example the date of the letter. The audit trail keeps it until the erasure.',
  erasure_submit: 'Request erasure',
  erasure_not_loaded: 'Wait until you see what goes and what stays.',
  erasure_load_failed: 'What would be erased of {name} couldn’t be loaded.',
  erasure_requested: 'Erasure requested. You can take it back until it is due.',
  erasure_requested_already: 'The erasure of this user was requested already.',
  erasure_of_deleted_only: 'Only a deleted user can be erased. Delete the user first.',
  erasure_is_due: 'The personal data of this user are being erased already.',
  erasure_none_waits: 'No erasure of this user can be taken back. It may be due, or it was taken back already.',
  erasure_number: 'The number of this user is {number}. With it you can download the certificate afterwards.',
  erasure_certificate_action: 'Certificate…',
  erasure_certificate_title: 'Certificate of an erasure',
  erasure_certificate_lead:
    'The certificate says when a user was erased, on whose request and how much of each kind, without personal data. The audit trail has its SHA-256.',
  erasure_certificate_number: 'Number of the user',
  erasure_certificate_help: 'Other data name the user “deleted user” with this number.',
  erasure_certificate_submit: 'Download certificate',
  erasure_certificate_saved: 'The certificate was downloaded.',
  erasure_no_certificate: 'No user with this number is erased.',
  erasure_taken_back: 'The erasure was taken back. The user stays deleted.',
} as const
