import type { filePageTexts } from '../file-page-texts.ts'

/** German texts of file management, and of the page that opens a published file. */
export const deFilePageTexts = {
  files_subtitle:
    'Dateien, die alle angemeldeten Personen öffnen können, zum Beispiel Hilfe und Anleitungen. Verlinken Sie sie über ihre Adresse.',
  files_upload: 'Dateien hochladen',
  files_upload_help: 'Word, Excel, PowerPoint, PDF, CSV, JPEG, PNG und MPEG, je höchstens {limit}.',
  files_search: 'Nach Name suchen',
  files_name: 'Name',
  files_type: 'Typ',
  files_size: 'Größe',
  files_changed_by: 'Geändert von',
  files_changed: 'Geändert',
  files_none: 'Keine Dateien gefunden',
  files_none_hint: 'Laden Sie eine Datei hoch oder ziehen Sie Dateien an eine beliebige Stelle dieser Seite.',
  files_unscanned: 'Virenprüfung steht aus',
  files_open: 'Herunterladen',
  files_copy: 'Adresse kopieren',
  files_copied:
    'Die Adresse von {name} ist kopiert. Fügen Sie sie in eine Mitteilung, einen Link oder die Hilfeadresse einer Anwendung ein.',
  files_copy_failed: 'Ihr Browser erlaubt das Kopieren nicht. Die Adresse ist {address}',
  files_replace: 'Ersetzen',
  files_delete: 'Löschen',
  files_exists: 'Eine Datei mit diesem Namen ist bereits vorhanden',
  file_replace_title: '{name} ersetzen?',
  file_replace_body: 'Wer diese Datei öffnet, bekommt die neue. Name und Adresse bleiben gleich.',
  file_replace_with: 'Neue Datei: {name}, {size}',
  file_replace_help: 'Eine Datei vom Typ {type} mit höchstens {limit}.',
  file_replace_choose_first: 'Wählen Sie zuerst eine Datei.',
  file_replace_confirm: 'Datei ersetzen',
  file_delete_title: '{name} löschen?',
  file_delete_body: 'Links auf diese Datei öffnen sie nicht mehr. Sie können das eine Stunde lang rückgängig machen.',
  file_delete_confirm: 'Datei löschen',
  file_page_details: '{type}, {size}, geändert: {time}',
  file_page_starts: 'Der Download beginnt von selbst. Wenn nicht, verwenden Sie die Schaltfläche.',
  file_page_download: 'Datei herunterladen',
} satisfies Record<keyof typeof filePageTexts, string>
