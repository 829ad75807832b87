import type { importPanelTexts } from '../import-panel-texts.ts'

/** German texts of the panel that imports a file: upload, check, result. */
export const deImportPanelTexts = {
  panel_import_drop: 'Ziehen Sie eine Datei hierher oder fügen Sie sie ein.',
  panel_import_choose: 'Datei auswählen',
  panel_import_template: 'Vorlage herunterladen',
  panel_import_template_xlsx: 'Excel (.xlsx)',
  panel_import_template_csv: 'CSV (.csv)',
  panel_import_help:
    'Excel (.xlsx) oder CSV, höchstens {count, number} Zeilen. Bis Sie bestätigen, ändert sich nichts.',
  panel_import_uploading: '{file} wird hochgeladen',
  panel_import_checking: '{file} wird geprüft',
  panel_import_progress: '{done, number} von {count, plural, one {# Zeile} other {# Zeilen}}',
  panel_import_comparing: 'Jetzt werden Zeilen verglichen und Benutzernamen vorgeschlagen.',
  panel_import_turn: 'Dateien werden nacheinander geprüft, kleine zuerst. Diese muss vielleicht einige Minuten warten.',
  panel_import_ready: '{count, plural, one {# Zeile kann} other {# Zeilen können}} importiert werden',
  panel_import_errors: '{count, plural, one {# Zeile hat} other {# Zeilen haben}} Fehler',
  panel_import_errors_help:
    'Korrigieren Sie die Werte unten oder im heruntergeladenen Ergebnis und laden Sie dieses erneut hoch.',
  panel_import_errors_none: 'Bisher wurde nichts importiert.',
  panel_import_errors_rest:
    '{count, plural, one {Die andere Zeile kann} other {Die anderen # Zeilen können}} jetzt importiert werden; die Zeilen mit Fehlern warten.',
  panel_import_before:
    '{count, plural, one {# andere Zeile dieser Datei wurde} other {# andere Zeilen dieser Datei wurden}} bereits importiert.',
  panel_import_waiting:
    '{count, plural, one {# Zeile dieser Datei wartet} other {# Zeilen dieser Datei warten}} auf Korrekturen.',
  panel_import_open_waiting: '{count, plural, one {# Zeile} other {# Zeilen}} korrigieren',
  panel_import_warnings: '{count, plural, one {# Zeile hat} other {# Zeilen haben}} einen Hinweis.',
  panel_import_warnings_help: 'Sie können trotzdem importieren.',
  panel_import_creating: '{file} wird importiert',
  panel_import_created: '{count, plural, one {# Zeile wurde} other {# Zeilen wurden}} importiert.',
  panel_import_failed:
    'Der Import konnte nicht abgeschlossen werden. Es wurde nichts importiert. Laden Sie die Datei erneut hoch.',
  panel_import_refused:
    'Der Import wurde angehalten: Als er lief, durften Sie diese Benutzer nicht mehr hinzufügen, Ihr Konto war gesperrt oder Ihre Sitzung beendet. Es wurde nichts importiert. Laden Sie die Datei erneut hoch.',
  panel_import_commit: '{count, plural, one {# Zeile} other {# Zeilen}} importieren',
  panel_import_commit_valid: '{count, plural, one {Die andere Zeile} other {Die anderen # Zeilen}} importieren',
  panel_import_again: 'Andere Datei auswählen',
  panel_import_result: 'Ergebnis herunterladen',
  panel_import_issues: 'Probleme',
  panel_import_row: 'Zeile',
  panel_import_column: 'Spalte',
  panel_import_problem: 'Problem',
  panel_import_correction: 'Korrektur',
  panel_import_correct: 'Korrigieren',
  panel_import_correct_cell: '{column} in Zeile {row} korrigieren',
  panel_import_use: '„{value}“ verwenden',
  panel_import_use_all: '„{value}“ in allen Zeilen verwenden',
  panel_import_use_for: '„{value}“ verwenden statt „{before}“',
  panel_import_use_all_for: '„{value}“ in allen Zeilen verwenden statt „{before}“',
  panel_import_save: 'Speichern',
  panel_import_same: 'Auch in anderen Zeilen mit diesem Wert',
  panel_import_rechecking: 'Die Zeilen werden erneut geprüft …',
  panel_import_whole_row: 'Ganze Zeile',
  panel_import_warning: 'Hinweis: {message}',
  panel_import_more: 'Es werden die ersten {count, number} Probleme angezeigt. Das Ergebnis enthält alle.',
} satisfies Record<keyof typeof importPanelTexts, string>
