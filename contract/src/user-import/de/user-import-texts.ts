import type { userImportTexts } from '../user-import-texts.ts'

/** German texts of the import of users, on the screen and in answers. */
export const deUserImportTexts = {
  import_subtitle: 'Jeder Benutzer erhält eine E-Mail mit einem vorläufigen Passwort.',
  import_show_users: '{count, plural, one {Den Benutzer} other {Die # Benutzer}} anzeigen',
  import_created_help:
    'Jeder neue Benutzer erhält eine E-Mail mit einem vorläufigen Passwort und wählt bei der ersten Anmeldung ein eigenes.',
  import_preview: 'Vorschau',
  import_preview_failed:
    'Die Vorschau konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  import_preview_users:
    '{count, plural, one {# neuer Benutzer} other {# neue Benutzer}}, je mit einer E-Mail mit vorläufigem Passwort',
  import_preview_employer: '{employer}: {count, plural, one {# Benutzer} other {# Benutzer}}',
  import_preview_employers_more: 'und {count, plural, one {# weiterer Arbeitgeber} other {# weitere Arbeitgeber}}',
  import_preview_first:
    '{count, plural, one {Der neue Benutzer, wie er in der Liste steht} other {Die ersten # wie in der Liste}}',
  import_preview_name: 'Name',
  import_preview_user_id: 'Benutzername',
  import_preview_email: 'E-Mail',
  import_preview_employer_name: 'Arbeitgeber',
  import_preview_access: 'Zugriff: {count, plural, one {# Benutzer} other {# Benutzer}} ({applications})',
  import_preview_sets: 'Berechtigungssätze: {count, plural, one {# Benutzer} other {# Benutzer}} ({sets})',
  import_preview_application: '{application}: {count, number}',
  import_preview_ends: 'mit letztem Tag: {count, number}',
  import_preview_applications: 'Anwendungen',
  import_preview_set_names: 'Berechtigungssätze',
  import_access_help:
    'Zugriff geben die Spalten Applications, Pages, Rights („Administrator“, „Sensible Daten“), Permission sets (Berechtigungssätze) und Access ends (JJJJ-MM-TT). Mehrere Namen in einer Zelle werden durch Semikolons getrennt. Eine Seite, die mehrere Anwendungen haben, schreiben Sie als „Anwendung / Seite“, ein Recht für nur eine davon als „Anwendung: Administrator“.',
  import_list: 'Ihre Importe',
  import_list_kept: 'Importe werden {count, plural, one {# Tag} other {# Tage}} aufbewahrt.',
  import_list_file: 'Datei',
  import_list_state: 'Status',
  import_list_rows: 'Zeilen',
  import_list_uploaded: 'Begonnen',
  import_list_open: 'Import von {file}, {time}',
  import_state_checking: 'Wird geprüft',
  import_state_checked: 'Bereit zum Importieren',
  import_state_errors: 'Zu korrigieren: {count, plural, one {# Zeile} other {# Zeilen}}',
  import_state_creating: 'Wird importiert',
  import_state_created: 'Importiert',
  import_state_failed: 'Nicht abgeschlossen',
  import_formula: 'Formeln werden nicht importiert. Geben Sie den Wert selbst ein.',
  import_extra_value: 'Diese Zeile hat mehr Werte, als die Kopfzeile Spalten hat.',
  import_user_name_twice: 'Zeile {row} hat denselben Benutzernamen.',
  import_person_twice: 'Zeile {row} hat denselben Namen und dieselbe E-Mail-Adresse.',
  import_person_exists: 'Einen Benutzer mit diesem Namen und dieser E-Mail-Adresse gibt es bereits.',
  import_email_twice: 'Zeile {row} hat dieselbe E-Mail-Adresse.',
  import_email_used: 'Ein anderer Benutzer hat diese E-Mail-Adresse.',
  import_employer_unknown: 'Kein Arbeitgeber hat diesen Namen.',
  import_department_unknown: 'Keine Abteilung hat diesen Namen.',
  import_yes_no: 'Geben Sie Y (ja) oder N (nein) ein.',
  import_internal_refused: 'Nur interne Administratoren können interne Benutzer hinzufügen.',
  import_application_unknown: 'Es gibt keine Anwendung „{name}“, die Sie vergeben können.',
  import_page_unknown: 'Es gibt keine Seite „{name}“, die Sie vergeben können.',
  import_page_ambiguous:
    'Mehrere Anwendungen haben eine Seite „{name}“: {applications}. Schreiben Sie die Anwendung davor, wie in „{example}“.',
  import_no_free_user_name: 'Für diesen Namen ist kein Benutzername frei. Geben Sie einen ein.',
  import_right_unknown: '„{name}“ ist kein Recht. Geben Sie „Administrator“ oder „Sensible Daten“ ein.',
  import_set_unknown: 'Es gibt keinen Berechtigungssatz „{name}“.',
  import_set_other_client: 'Der Berechtigungssatz „{name}“ ist für einen anderen Mandanten.',
  import_access_alone: 'Geben Sie die Anwendungen ein, um die es geht.',
  import_access_day: 'Geben Sie den letzten Tag als JJJJ-MM-TT ein, wie in 2027-01-31.',
  import_access_too_long: 'Höchstens {count, number} Namen und 499 Zeichen je Zelle.',
  import_unreadable:
    'Diese Datei kann nicht gelesen werden. Laden Sie eine Excel-Arbeitsmappe (.xlsx) oder eine CSV-Datei hoch.',
  import_not_workbook:
    'Diese Datei ist keine Excel-Arbeitsmappe, obwohl ihr Name auf .xlsx endet. Speichern Sie sie als eine oder als CSV-Datei.',
  import_protected:
    'Diese Arbeitsmappe hat ein Passwort oder ein altes Format. Speichern Sie sie als Excel-Arbeitsmappe (.xlsx) ohne Passwort.',
  import_encoding: 'Diese Datei ist weder UTF-8 noch UTF-16. Speichern Sie sie als „CSV UTF-8“.',
  import_size: 'Eine Datei darf höchstens {size} MB haben.',
  import_inflated:
    'Diese Arbeitsmappe ist entpackt zu groß. Entfernen Sie andere Blätter oder laden Sie eine CSV-Datei hoch.',
  import_empty: 'Diese Datei hat unter der Kopfzeile keine Zeilen.',
  import_too_many_rows:
    'Ein Import darf höchstens {count, number} Zeilen haben, leere eingeschlossen. Löschen Sie leere Zeilen oder teilen Sie die Datei.',
  import_too_many_cells:
    'Eine Zeile darf höchstens {count, number} Zellen haben, leere eingeschlossen. Löschen Sie die Spalten rechts von der letzten Überschrift.',
  import_columns_missing: 'Diese Spalten fehlen: {columns}.',
  import_columns_unknown:
    'Diese Spalten sind unbekannt: {columns}. Entfernen Sie sie oder benennen Sie sie wie in der Vorlage.',
  import_columns_repeated: 'Diese Spalten kommen mehrfach vor: {columns}.',
  import_busy: 'Gerade werden andere Importe hochgeladen. Versuchen Sie es gleich noch einmal.',
  import_busy_own:
    'Eine andere Ihrer Dateien wird noch hochgeladen. Versuchen Sie es noch einmal, wenn sie fertig ist.',
  import_not_found: 'Diesen Import gibt es nicht mehr. Laden Sie die Datei erneut hoch.',
  import_not_checked: 'Dieser Import wird noch geprüft.',
  import_not_correctable: 'Dieser Import lässt sich jetzt nicht korrigieren.',
  import_corrected: 'Die Zeilen werden erneut geprüft.',
  import_has_errors: 'Beheben Sie zuerst die Fehler. Es wurde niemand angelegt.',
  import_others_created:
    'Andere Zeilen dieser Datei werden gerade importiert. Importieren Sie diese, sobald das erledigt ist.',
  import_no_valid_rows: 'Jede Zeile hat Fehler. Beheben Sie diese zuerst; es wurde niemand angelegt.',
  import_started: 'Die Benutzer werden angelegt.',
  import_result_created: 'Angelegt',
  import_result_warning: 'Hinweis: {message}',
} satisfies Record<keyof typeof userImportTexts, string>
