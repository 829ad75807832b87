/** The log names the texts of an answer's message, not those that its rows already hold as sentences. */
const IN_ROWS = 'stands in words in the rows of an answer'

/**
 * Answers that no test gets, each with the reason. The list only gets shorter: an entry that a test gets, or that the
 * server no longer declares, fails the run of all tests.
 */
export const untestedAnswers: Readonly<Record<string, string>> = {
  'text access_change_already': IN_ROWS,
  'text access_change_failed': IN_ROWS,
  'text access_change_inactive': IN_ROWS,
  'text access_change_not_held': IN_ROWS,
  'text field_at_most': IN_ROWS,
  'text hand_over_employer_changed': IN_ROWS,
  'text grant_by_hand': IN_ROWS,
  'text permission_assigned': IN_ROWS,
  'text permission_by_group': IN_ROWS,
  'text permission_by_set': IN_ROWS,
  'text permission_until': IN_ROWS,
  'text review_item_done': IN_ROWS,
  'text user_status_changed': IN_ROWS,
  'text user_internal_stronger':
    'a second check: only who may administer everybody makes somebody internal who administers the portal',
}
