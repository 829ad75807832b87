import { ANNOUNCEMENT_NOTE_MAX } from '../../limits.ts'
import type { announcementReviewTexts } from '../announcement-review-texts.ts'

/** German texts of the review of announcements by a second person. */
export const deAnnouncementReviewTexts = {
  announcement_submit_choice: 'Zur Prüfung einreichen',
  announcement_submit_help:
    'Niemand sieht sie, bis jemand anderes aus der Administration sie veröffentlicht. Benachrichtigt wird per E-Mail.',
  announcement_submit_takes_back:
    'Benutzer sehen sie nicht mehr, bis jemand anderes aus der Administration sie wieder veröffentlicht.',
  announcement_no_reviewer:
    'Noch kann niemand sonst Mitteilungen veröffentlichen. Geben Sie einem weiteren internen Benutzer die Seite „Mitteilungen“.',
  announcement_submitted: 'Zur Prüfung eingereicht. Jemand anderes aus der Administration veröffentlicht sie.',

  announcement_review_action: 'Prüfen',
  announcement_review_title: 'Mitteilung prüfen',
  announcement_review_waiting: 'Wartet auf Prüfung',
  announcement_review_sent_back: 'Zurückgegeben',
  announcement_review_submitted_by: 'Eingereicht von {name} am {day}.',
  announcement_review_submitted: 'Eingereicht am {day}.',
  announcement_review_days: 'Sichtbar vom {from} bis zum {to}.',
  announcement_review_days_open: 'Sichtbar ab dem {from}, ohne Enddatum.',
  announcement_review_own:
    'Sie haben das eingereicht. Jemand anderes aus der Administration muss es veröffentlichen oder zurückgeben.',
  announcement_review_decision: 'Entscheidung',
  announcement_review_choose: 'Entscheidung wählen',
  announcement_review_publish_choice: 'Veröffentlichen',
  announcement_review_send_back_choice: 'Zurückgeben',
  announcement_review_note: 'Anmerkung',
  announcement_review_note_help: 'Schreiben Sie, was sich ändern muss. Die Anmerkung wird per E-Mail versendet.',
  announcement_review_send_back: 'Mitteilung zurückgeben',
  announcement_review_submit: 'Entscheidung speichern',
  announcement_review_published: 'Die Mitteilung ist veröffentlicht.',
  announcement_review_was_sent_back: 'Die Mitteilung wurde zurückgegeben.',
  announcement_review_note_from: '{name} hat sie zurückgegeben: {note}',
  announcement_review_note_from_unknown: 'Sie wurde zurückgegeben: {note}',

  announcement_review_decision_missing: 'Wählen Sie eine Entscheidung.',
  announcement_review_note_missing: 'Schreiben Sie, was sich ändern muss.',
  announcement_review_note_too_long: `Geben Sie höchstens ${ANNOUNCEMENT_NOTE_MAX} Zeichen ein.`,
  announcement_needs_review:
    'Mitteilungen muss jemand anderes aus der Administration veröffentlichen. Reichen Sie sie zur Prüfung ein.',
  announcement_own_review:
    'Sie haben diese Mitteilung eingereicht. Jemand anderes aus der Administration muss sie prüfen.',
  announcement_not_waiting: 'Diese Mitteilung wartet nicht mehr auf Prüfung. Laden Sie die Liste neu.',
  announcement_review_ended: 'Das Enddatum ist vorbei. Geben Sie sie zurück, damit die Daten geändert werden können.',
  announcement_review_reaches_nobody:
    'Kein aktiver Benutzer passt mehr zu dieser Auswahl. Geben Sie sie zurück, damit die Auswahl geändert werden kann.',
} satisfies Record<keyof typeof announcementReviewTexts, string>
