import { DOCUMENT_NAME_MAX_LENGTH, DOCUMENT_NAME_MIN_LENGTH } from '../document-rules.ts'
import { SHARED_AT_ONCE } from '../documents.ts'
import type { documentTexts } from '../document-texts.ts'

/** German texts of the document library. */
export const deDocumentTexts = {
  document_exceeds_space: 'Für das Dokument, das Sie hochladen, reicht Ihr Speicherplatz nicht aus',
  document_type_refused: 'Der Dateityp des Dokuments, das Sie hochladen, ist nicht zulässig',
  document_protected:
    'Dokumente mit Passwortschutz können nicht auf Viren geprüft werden. Entfernen Sie das Passwort in Office und laden Sie das Dokument dann erneut hoch.',
  document_name_refused:
    'Im Dateinamen sind nur Buchstaben, Ziffern, Bindestriche, Unterstriche, Punkte und Leerzeichen zulässig',
  document_no_users: 'Es wurden keine Personen ausgewählt.',
  document_blank: 'Das Feld darf nicht leer sein.',
  document_name_length: `Der Dateiname muss ${DOCUMENT_NAME_MIN_LENGTH} bis ${DOCUMENT_NAME_MAX_LENGTH} Zeichen haben.`,
  document_infected: 'Dieses Dokument enthält einen Virus und wurde nicht gespeichert.',
  document_storage_unavailable:
    'Der Dokumentenspeicher ist gerade nicht verfügbar. Versuchen Sie es in einigen Minuten erneut.',
  document_scanner_unavailable:
    'Die Virenprüfung ist gerade nicht verfügbar. Versuchen Sie es in einigen Minuten erneut.',
  document_disk_full:
    'Es ist nicht genug Speicherplatz vorhanden. Versuchen Sie es später erneut oder wenden Sie sich an Ihre Kundenbetreuung.',
  document_exists: 'In Ihren Dokumenten gibt es bereits ein Dokument mit diesem Namen.',
  document_restore_name_taken:
    'In Ihren Dokumenten gibt es ein anderes Dokument mit diesem Namen. Löschen Sie jenes und stellen Sie dann dieses wieder her.',
  document_not_shareable: 'Sie können nur für aktive Benutzer Ihrer eigenen und unserer Firma freigeben.',
  document_share_own: 'Dieses Dokument gehört Ihnen. Wählen Sie andere Personen.',
  document_share_too_many: `Wählen Sie höchstens ${SHARED_AT_ONCE} Personen auf einmal.`,
  document_expiry_past: 'Geben Sie das heutige oder ein späteres Datum ein.',
} satisfies Record<keyof typeof documentTexts, string>
