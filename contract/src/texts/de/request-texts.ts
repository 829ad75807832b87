import type { requestTexts } from '../request-texts.ts'

export const deRequestTexts = {
  exports_busy:
    'Andere Downloads und Berichte werden noch gesendet. Versuchen Sie es in ein paar Sekunden noch einmal.',
  body_too_large: 'Die Anfrage ist zu groß.',
  body_type_refused: 'Dieser Inhaltstyp wird nicht unterstützt.',
  method_not_offered: 'Diese Adresse unterstützt die Methode nicht.',
  database_unavailable: 'Das Portal erreicht seine Datenbank gerade nicht. Versuchen Sie es gleich noch einmal.',
  change_unknown:
    'Das Portal hat beim Speichern seine Datenbank verloren. Prüfen Sie, ob gespeichert wurde, bevor Sie es noch einmal versuchen.',
  request_unreadable: 'Diese Anfrage war nicht lesbar.',
  request_too_slow: 'Ihre Verbindung ist zu langsam oder wurde unterbrochen. Versuchen Sie es erneut.',
} satisfies Record<keyof typeof requestTexts, string>
