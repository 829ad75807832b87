import type { ownExportTexts } from '../own-export-texts.ts'
import { OWN_EXPORTS_A_DAY } from '../person-export-rules.ts'

export const deOwnExportTexts = {
  own_export_title: 'Ihre Daten',
  own_export_help:
    'Ein Archiv mit allem, was das Portal über Sie speichert: Profil, Zugriff, Anmeldungen, Anfragen und Dokumente als Dateien, mit einer Seite zum Lesen. Es enthält keine Passwörter oder Codes.',
  own_export_rules:
    'Wir schicken Ihnen eine E-Mail, wenn es fertig ist. Sie können es dann innerhalb von {days, plural, one {# Tag} other {# Tagen}} einmal herunterladen.',
  own_export_request: 'Meine Daten anfordern',
  own_export_request_again: 'Neues Archiv anfordern',
  own_export_download: 'Meine Daten herunterladen',
  own_export_state: 'Archiv',
  own_export_working: 'Ihr Archiv entsteht. Sie können diese Seite verlassen.',
  own_export_ready: 'Bereit bis {time}. Sie können es einmal herunterladen.',
  own_export_downloaded: 'Sie haben das Archiv heruntergeladen, und das Portal hat es gelöscht.',
  own_export_failed: 'Das Archiv konnte nicht erstellt werden.',
  own_export_under_way: 'Ihr Archiv entsteht schon. Wir schicken Ihnen eine E-Mail, wenn es fertig ist.',
  own_export_too_many: `Sie können Ihre Daten ${OWN_EXPORTS_A_DAY}-mal in 24 Stunden anfordern. Versuchen Sie es morgen wieder.`,
  own_export_gone: 'Dieses Archiv ist heruntergeladen oder gelöscht. Fordern Sie ein neues an.',
} as const satisfies Record<keyof typeof ownExportTexts, string>
