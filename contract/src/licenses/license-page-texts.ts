import { LICENSE_TEXT_MAX, LICENSE_TITLE_MAX } from '../limits.ts'
import { localeOf } from '../texts/languages.ts'

/** Texts of the screens about licenses. */
export const licensePageTexts = {
  licenses_subtitle: 'What users of clients accept before they use the portal.',
  licenses_search: 'Search by client',
  licenses_none: 'No license matches your search.',
  licenses_client: 'License of',
  licenses_default: 'Default',
  licenses_title: 'Title',
  licenses_languages: 'Languages',
  licenses_state: 'State',
  licenses_written: 'Written',
  licenses_add: 'Add license of a client',
  licenses_portal_admin_only: 'Only portal administrators change licenses.',
  license_state_in_force: 'In force',
  license_state_replaced: 'Replaced',
  license_state_ended: 'Ended',

  license_of_default: 'Default license',
  license_of_client: 'License of {client}',
  license_lead: 'Version {version}, written {written}.',
  license_lead_in_force: 'Users accept this version.',
  license_lead_replaced: 'A later version is in its place.',
  license_lead_ended: 'Ended: {ended}.',
  license_lead_default: 'Users accept the default.',
  license_lead_asked: 'Users who accepted before {asked} are asked again.',
  license_language: 'Language of the text',
  license_versions: 'Versions',
  license_version: 'Version',
  license_version_row: 'Version {number}',
  license_asked_again: 'Asked again',
  license_withdrawn: 'Withdrawn',
  license_newest_versions: 'Versions shown: the newest {shown, number} of {count, number}.',
  license_all: 'All licenses',
  license_write: 'Write new version',
  license_write_default: 'New version of the default license',
  license_write_client: 'New version of the license of {client}',
  license_end: 'End license',

  license_client_missing: 'Choose a client.',
  license_add_client_help: 'Its new users accept this license instead of the default.',
  license_first_language: 'First language',
  license_first_language_help: 'Users read their own language where there is a text in it, and this one otherwise.',
  license_title_in: 'Title in {language}',
  license_text_in: 'Text in {language}',
  license_title_missing: 'Enter a title.',
  license_title_too_long: `Enter at most ${LICENSE_TITLE_MAX} characters.`,
  license_text_missing: 'Write a text.',
  license_text_too_long: `The text is too long. It may have ${LICENSE_TEXT_MAX.toLocaleString(localeOf.en)} characters with its formatting.`,
  license_preview: 'Preview',
  license_ask: 'Also ask users who have accepted a license before',
  license_ask_help: 'Leave this off for corrections: then only those are asked who would be asked anyway.',
  license_ask_count:
    '{count, plural, one {# user has accepted a license so far and would be asked at their next sign-in.} other {# users have accepted a license so far and would be asked at their next sign-in.}}',
  license_save: 'Save version',

  license_question: 'Ask users again?',
  license_question_body:
    '{count, plural, =0 {No user has accepted a license so far, so nobody is asked again.} one {# user will be asked to accept this version at their next sign-in.} other {# users will be asked to accept this version at their next sign-in.}}',
  license_question_confirm: 'Save and ask again',

  license_withdraw: 'Stop asking again',
  license_withdraw_body:
    '{count, plural, =0 {Nobody is left to be asked.} one {# user who accepted an earlier version won’t be asked any longer.} other {# users who accepted an earlier version won’t be asked any longer.}} The license stays as it is, and so does what users have accepted since.',

  license_end_body: 'New users of {client} accept the default license from now on. All versions stay readable here.',
  license_end_ask: 'Ask users to accept the default',
} as const
