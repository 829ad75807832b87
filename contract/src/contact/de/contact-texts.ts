import { ENHANCEMENT_REQUESTS_PER_HOUR, ENHANCEMENT_REQUESTS_SHOWN } from '../../limits.ts'
import type { contactTexts } from '../contact-texts.ts'

/** German texts of the page Contact us. */
export const deContactTexts = {
  contact_title: 'Kontakt',
  contact_lead: 'Sprechen Sie Ihre Kundenbetreuung an oder schlagen Sie eine Verbesserung vor.',
  contact_lead_internal: 'Schlagen Sie eine Verbesserung an einer Anwendung vor.',
  representatives_title: 'Ihre Kundenbetreuung',
  representatives_help: 'Sie ist bei Fragen zu Ihrer Organisation für Sie da.',
  representatives_none: 'Ihre Organisation hat noch keine Kundenbetreuung.',
  representatives_none_hint:
    'Senden Sie einen Verbesserungsvorschlag oder wenden Sie sich an die Person, die Ihr Konto eingerichtet hat.',
  representatives_mail: 'E-Mail an {name}',
  representatives_call: '{name} anrufen',
  enhancement_title: 'Verbesserungsvorschlag',
  enhancement_help:
    'Beschreiben Sie, was eine Anwendung besser machen würde. Wir senden es an die Verantwortlichen der Anwendung.',
  enhancement_section: 'Anwendung',
  enhancement_section_choose: 'Anwendung wählen',
  enhancement_section_missing: 'Wählen Sie eine Anwendung.',
  enhancement_comment: 'Ihr Vorschlag',
  enhancement_comment_help: 'Noch {left, plural, one {# Zeichen} other {# Zeichen}}',
  enhancement_comment_missing: 'Geben Sie Ihren Vorschlag ein.',
  enhancement_contact_me: 'Kontakt zu diesem Vorschlag erwünscht',
  enhancement_contact_me_help: 'Per E-Mail oder über Ihr geschäftliches Telefon.',
  enhancement_send: 'Vorschlag senden',
  enhancement_sent: 'Ihr Verbesserungsvorschlag wurde gesendet.',
  enhancement_number: 'Ihr Vorschlag hat die Nummer {number}.',
  enhancement_none_allowed: 'Keine Ihrer Anwendungen nimmt Verbesserungsvorschläge an.',
  enhancement_too_often: `Sie können höchstens ${ENHANCEMENT_REQUESTS_PER_HOUR} Vorschläge pro Stunde senden.`,
  requests_title: 'Ihre Vorschläge',
  requests_help: `Ihre letzten ${ENHANCEMENT_REQUESTS_SHOWN} Vorschläge.`,
  requests_none: 'Sie haben noch keine Vorschläge gesendet.',
  requests_answer: 'Antwort: {answer}',
  requests_row: 'Nr. {number} · {section}',
  request_state_received: 'Eingegangen',
  request_state_in_review: 'In Prüfung',
  request_state_planned: 'Geplant',
  request_state_done: 'Umgesetzt',
  request_state_declined: 'Nicht geplant',
} satisfies Record<keyof typeof contactTexts, string>
