import { LICENSE_TEXT_MAX, LICENSE_TITLE_MAX } from '../../limits.ts'
import { localeOf } from '../../texts/languages.ts'
import type { licensePageTexts } from '../license-page-texts.ts'

/** German texts of the screens about licenses. */
export const deLicensePageTexts = {
  licenses_subtitle: 'Was Benutzer von Mandanten annehmen, bevor sie das Portal nutzen.',
  licenses_search: 'Nach Mandant suchen',
  licenses_none: 'Keine Lizenz passt zu Ihrer Suche.',
  licenses_client: 'Lizenz von',
  licenses_default: 'Standardlizenz',
  licenses_title: 'Titel',
  licenses_languages: 'Sprachen',
  licenses_state: 'Status',
  licenses_written: 'Verfasst',
  licenses_add: 'Lizenz eines Mandanten hinzufügen',
  licenses_portal_admin_only: 'Nur Portaladministratoren ändern Lizenzen.',
  license_state_in_force: 'In Kraft',
  license_state_replaced: 'Ersetzt',
  license_state_ended: 'Beendet',

  license_of_default: 'Standardlizenz',
  license_of_client: 'Lizenz von {client}',
  license_lead: 'Version {version}, verfasst {written}.',
  license_lead_in_force: 'Benutzer stimmen dieser Version zu.',
  license_lead_replaced: 'An ihrer Stelle gilt eine spätere Version.',
  license_lead_ended: 'Beendet: {ended}.',
  license_lead_default: 'Benutzer stimmen der Standardlizenz zu.',
  license_lead_asked: 'Wer vor {asked} zugestimmt hat, wird erneut gefragt.',
  license_language: 'Sprache des Textes',
  license_versions: 'Versionen',
  license_version: 'Version',
  license_version_row: 'Version {number}',
  license_asked_again: 'Erneut gefragt',
  license_withdrawn: 'Zurückgezogen',
  license_newest_versions: 'Gezeigte Versionen: die neuesten {shown, number} von {count, number}.',
  license_all: 'Alle Lizenzen',
  license_write: 'Neue Version verfassen',
  license_write_default: 'Neue Version der Standardlizenz',
  license_write_client: 'Neue Version der Lizenz von {client}',
  license_end: 'Lizenz beenden',

  license_client_missing: 'Wählen Sie einen Mandanten.',
  license_add_client_help: 'Seine neuen Benutzer stimmen dieser Lizenz statt der Standardlizenz zu.',
  license_first_language: 'Erste Sprache',
  license_first_language_help: 'Benutzer lesen ihre eigene Sprache, wenn es einen Text darin gibt, und sonst diese.',
  license_title_in: 'Titel auf {language}',
  license_text_in: 'Text auf {language}',
  license_title_missing: 'Geben Sie einen Titel ein.',
  license_title_too_long: `Geben Sie höchstens ${LICENSE_TITLE_MAX} Zeichen ein.`,
  license_text_missing: 'Schreiben Sie einen Text.',
  license_text_too_long: `Der Text ist zu lang. Er darf mit Formatierung ${LICENSE_TEXT_MAX.toLocaleString(localeOf.de)} Zeichen haben.`,
  license_preview: 'Vorschau',
  license_ask: 'Auch Benutzer fragen, die schon einer Lizenz zugestimmt haben',
  license_ask_help: 'Lassen Sie dies bei Korrekturen aus: Dann werden nur die gefragt, die ohnehin gefragt würden.',
  license_ask_count:
    '{count, plural, one {# Benutzer hat bisher einer Lizenz zugestimmt und würde bei der nächsten Anmeldung gefragt.} other {# Benutzer haben bisher einer Lizenz zugestimmt und würden bei der nächsten Anmeldung gefragt.}}',
  license_save: 'Version speichern',

  license_question: 'Benutzer erneut fragen?',
  license_question_body:
    '{count, plural, =0 {Bisher hat kein Benutzer einer Lizenz zugestimmt, deshalb wird niemand erneut gefragt.} one {# Benutzer wird bei der nächsten Anmeldung um Zustimmung zu dieser Version gebeten.} other {# Benutzer werden bei der nächsten Anmeldung um Zustimmung zu dieser Version gebeten.}}',
  license_question_confirm: 'Speichern und erneut fragen',

  license_withdraw: 'Nicht mehr erneut fragen',
  license_withdraw_body:
    '{count, plural, =0 {Es ist niemand mehr zu fragen.} one {# Benutzer, der einer früheren Version zugestimmt hat, wird nicht mehr gefragt.} other {# Benutzer, die einer früheren Version zugestimmt haben, werden nicht mehr gefragt.}} Die Lizenz bleibt, wie sie ist, ebenso jede Zustimmung, die seither gegeben wurde.',

  license_end_body:
    'Neue Benutzer von {client} stimmen von jetzt an der Standardlizenz zu. Alle Versionen bleiben hier lesbar.',
  license_end_ask: 'Benutzer um Zustimmung zur Standardlizenz bitten',
} satisfies Record<keyof typeof licensePageTexts, string>
