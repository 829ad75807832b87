import { COMMENT_MAX_LENGTH } from '../contact.ts'
import type { enhancementRequestTexts } from '../enhancement-request-texts.ts'

/** German texts of the enhancement requests in the administration. */
export const deEnhancementRequestTexts = {
  enhancement_requests_subtitle: 'Was Benutzer verbessert haben möchten und was daraus wird.',
  enhancement_requests_search: 'Name oder Nummer suchen',
  enhancement_requests_state: 'Status',
  enhancement_requests_open: 'Offen',
  enhancement_requests_none: 'Es gibt keine offenen Vorschläge.',
  enhancement_requests_none_hint: 'Benutzer senden sie unter „Kontakt“.',
  enhancement_requests_number: 'Nr.',
  enhancement_requests_user: 'Benutzer',
  enhancement_requests_employer: 'Arbeitgeber',
  enhancement_requests_application: 'Anwendung',
  enhancement_requests_comment: 'Vorschlag',
  enhancement_requests_sent: 'Gesendet',
  enhancement_requests_answer: 'Vorschlag beantworten',
  enhancement_requests_staff_only: 'Nur interne Benutzer können Vorschläge beantworten.',
  enhancement_requests_about: 'Vorschlag {number} von {name}',
  enhancement_requests_title: 'Vorschlag {number}: {section}',
  enhancement_requests_lead: '{name} von {employer} schlug am {moment} vor:',
  enhancement_requests_contact: '{name} möchte kontaktiert werden: {ways}.',
  enhancement_requests_no_contact: '{name} muss nicht kontaktiert werden.',
  enhancement_requests_answer_text: 'Antwort',
  enhancement_requests_answer_help: 'Status und Antwort werden per E-Mail gesendet.',
  enhancement_requests_answer_too_long: `Geben Sie höchstens ${COMMENT_MAX_LENGTH} Zeichen ein.`,
  enhancement_requests_save: 'Speichern und senden',
  enhancement_requests_changed: 'Vorschlag {number} gespeichert. {name} erhält eine E-Mail.',
  enhancement_requests_saved: 'Vorschlag {number} gespeichert.',
  enhancement_requests_unchanged: 'Es hat sich nichts geändert.',
  enhancement_requests_stale:
    '{name} hat diesen Vorschlag inzwischen beantwortet. Prüfen Sie die Antwort und speichern Sie noch einmal.',
  enhancement_requests_stale_unknown:
    'Dieser Vorschlag wurde inzwischen beantwortet. Prüfen Sie die Antwort und speichern Sie noch einmal.',
} satisfies Record<keyof typeof enhancementRequestTexts, string>
