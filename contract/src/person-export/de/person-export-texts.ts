import type { personExportTexts } from '../person-export-texts.ts'

export const dePersonExportTexts = {
  person_export_title: 'Daten von {name} exportieren',
  person_export_lead:
    'Das Archiv enthält alles, was das Portal über {name} speichert und was Sie sehen dürfen, etwa Profil, Zugriff, Anmeldungen, Anfragen und Ereignisse des Prüfprotokolls, ohne Geheimnisse.',
  person_export_rules:
    'Es entsteht im Hintergrund, kann einmal heruntergeladen werden und wird nach {hours, plural, one {# Stunde} other {# Stunden}} gelöscht. Das Prüfprotokoll hält fest, wer es exportiert hat.',
  person_export_make: 'Archiv erstellen',
  person_export_make_again: 'Neues Archiv erstellen',
  person_export_working: 'Das Archiv entsteht. Sie können dieses Fenster schließen und später wiederkommen.',
  person_export_ready: 'Das Archiv liegt bis {time} bereit.',
  person_export_download: 'Herunterladen',
  person_export_downloaded: 'Das Archiv ist heruntergeladen und im Portal gelöscht.',
  person_export_failed: 'Das Archiv konnte nicht erstellt werden.',
  person_export_failed_to_load: 'Der Stand des Archivs konnte nicht geladen werden.',
  person_export_under_way: 'Über diesen Benutzer entsteht schon ein Archiv. Warten Sie, bis es fertig ist.',
  person_export_too_many:
    'Sie haben so viele Archive angefordert, wie in 24 Stunden erlaubt sind. Versuchen Sie es morgen wieder.',
  person_export_gone: 'Dieses Archiv ist heruntergeladen oder gelöscht. Erstellen Sie ein neues.',
} as const satisfies Record<keyof typeof personExportTexts, string>
