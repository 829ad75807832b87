import { OWN_EXPORTS_A_DAY } from './person-export-rules.ts'

/** Texts about the export of everything about oneself, in the account settings. */
export const ownExportTexts = {
  own_export_title: 'Your data',
  own_export_help:
    'An archive with everything that the portal keeps about you: your profile, access, sign-ins, requests and documents as files, with a page to read. It has no passwords or codes.',
  own_export_rules:
    'We’ll email you when it’s ready. You can then download it once, within {days, plural, one {# day} other {# days}}.',
  own_export_request: 'Request my data',
  own_export_request_again: 'Request a new archive',
  own_export_download: 'Download my data',
  own_export_state: 'Archive',
  own_export_working: 'Your archive is being made. You can leave this page.',
  own_export_ready: 'Ready until {time}. You can download it once.',
  own_export_downloaded: 'You have downloaded the archive, and the portal has deleted it.',
  own_export_failed: 'The archive could not be made.',
  own_export_under_way: 'Your archive is being made already. We’ll email you when it’s ready.',
  own_export_too_many: `You can request your data ${OWN_EXPORTS_A_DAY} times in 24 hours. Try again tomorrow.`,
  own_export_gone: 'This archive has been downloaded or deleted. Request a new one.',
} as const
