import type { shippedNameTexts } from '../shipped-name-texts.ts'

/** German names and sentences of rows that the portal creates in an empty database. */
export const deShippedNameTexts = {
  shipped_active: 'Aktiv',
  shipped_inactive: 'Inaktiv',
  shipped_deleted: 'Gelöscht',
  shipped_review: 'In Prüfung',
  shipped_published: 'Veröffentlicht',
  shipped_expired: 'Abgelaufen',
  shipped_promotional: 'Neuigkeit',
  shipped_operational: 'Betrieb',
  shipped_all: 'Alle',
  shipped_external: 'Externe',
  shipped_internal: 'Interne',

  shipped_email: 'E-Mail',
  shipped_text_message: 'SMS',
  shipped_announcements_and_notices_by_email: 'Mitteilungen und Hinweise per E-Mail',
  shipped_announcements_and_notices_by_text_message: 'Mitteilungen und Hinweise per SMS',

  shipped_statuses_of_a_user: 'Status eines Benutzers',
  shipped_types_of_an_announcement: 'Arten einer Mitteilung',
  shipped_users_an_announcement_is_for: 'Empfänger einer Mitteilung',
  shipped_statuses_of_an_announcement: 'Status einer Mitteilung',

  shipped_what_was_the_name_of_your_first_school: 'Wie hieß Ihre erste Schule?',
  shipped_what_was_the_first_concert_you_went_to: 'Welches Konzert haben Sie als erstes besucht?',
  shipped_what_is_the_name_of_the_street_where_you_grew_up: 'Wie heißt die Straße, in der Sie aufgewachsen sind?',
  shipped_what_was_the_make_of_your_first_car: 'Welche Marke hatte Ihr erstes Auto?',
  shipped_what_was_your_favorite_book_as_a_child: 'Was war als Kind Ihr Lieblingsbuch?',
  shipped_in_which_town_did_your_parents_meet: 'In welchem Ort haben sich Ihre Eltern kennengelernt?',
} satisfies Record<keyof typeof shippedNameTexts, string>
