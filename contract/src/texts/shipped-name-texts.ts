/**
 * Names and sentences of rows that the portal creates in an empty database, by `shippedNameKey`. Everyone who reads such a
 * row as it was shipped reads it in their language.
 */
export const shippedNameTexts = {
  shipped_active: 'Active',
  shipped_inactive: 'Inactive',
  shipped_deleted: 'Deleted',
  shipped_review: 'Review',
  shipped_published: 'Published',
  shipped_expired: 'Expired',
  shipped_promotional: 'Promotional',
  shipped_operational: 'Operational',
  shipped_all: 'All',
  shipped_external: 'External',
  shipped_internal: 'Internal',

  shipped_email: 'Email',
  shipped_text_message: 'Text message',
  shipped_announcements_and_notices_by_email: 'Announcements and notices by email',
  shipped_announcements_and_notices_by_text_message: 'Announcements and notices by text message',

  shipped_statuses_of_a_user: 'Statuses of a user',
  shipped_types_of_an_announcement: 'Types of an announcement',
  shipped_users_an_announcement_is_for: 'Users an announcement is for',
  shipped_statuses_of_an_announcement: 'Statuses of an announcement',

  shipped_what_was_the_name_of_your_first_school: 'What was the name of your first school?',
  shipped_what_was_the_first_concert_you_went_to: 'What was the first concert you went to?',
  shipped_what_is_the_name_of_the_street_where_you_grew_up: 'What is the name of the street where you grew up?',
  shipped_what_was_the_make_of_your_first_car: 'What was the make of your first car?',
  shipped_what_was_your_favorite_book_as_a_child: 'What was your favorite book as a child?',
  shipped_in_which_town_did_your_parents_meet: 'In which town did your parents meet?',
} as const
