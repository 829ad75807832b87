import type { fileTexts } from '../file-texts.ts'

/** German texts of published files, as the server answers. */
export const deFileTexts = {
  file_too_large: 'Diese Datei ist größer als {limit}. Wählen Sie eine kleinere.',
  file_exists:
    'Eine Datei mit diesem Namen gibt es bereits. Ersetzen Sie sie, oder benennen Sie Ihre Datei um und laden Sie sie erneut hoch.',
  file_type_differs: 'Wählen Sie eine Datei desselben Typs. Name und Adresse bleiben gleich.',
  file_changed_meanwhile:
    '{name} hat diese Datei inzwischen ersetzt. Prüfen Sie die neue Datei, bevor Sie sie ersetzen.',
  file_published: 'Die Datei wurde hochgeladen.',
  file_replaced: 'Die Datei wurde ersetzt.',
  file_deleted: 'Die Datei wurde gelöscht.',
  file_restored: 'Ihre Änderung wurde rückgängig gemacht.',
  file_undo_taken:
    'Diese Datei hat sich seitdem geändert. Ihre Änderung kann nicht rückgängig gemacht werden. Laden Sie die Datei erneut hoch.',
} satisfies Record<keyof typeof fileTexts, string>
