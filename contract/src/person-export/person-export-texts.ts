/** Texts about the export of everything about a person. */
export const personExportTexts = {
  person_export_title: 'Export the data of {name}',
  person_export_lead:
    'The archive has everything that the portal keeps about {name} and that you may see, such as profile, access, sign-ins, requests and audit events, without secrets.',
  person_export_rules:
    'It is made in the background, can be downloaded once, and is deleted after {hours, plural, one {# hour} other {# hours}}. The audit trail records who exported it.',
  person_export_make: 'Make the archive',
  person_export_make_again: 'Make a new archive',
  person_export_working: 'The archive is being made. You can close this window and come back.',
  person_export_ready: 'The archive is ready until {time}.',
  person_export_download: 'Download',
  person_export_downloaded: 'The archive has been downloaded and is deleted from the portal.',
  person_export_failed: 'The archive could not be made.',
  person_export_failed_to_load: 'What became of the archive could not be loaded.',
  person_export_under_way: 'An archive about this user is being made already. Wait until it is ready.',
  person_export_too_many: 'You have asked for as many archives as are allowed in 24 hours. Try again tomorrow.',
  person_export_gone: 'This archive has been downloaded or deleted. Make a new one.',
} as const
