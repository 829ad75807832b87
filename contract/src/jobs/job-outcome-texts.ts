/** Messages of job runs. They are stored in English and read in the language of the reader, by `storedSentence`. */
export const jobOutcomeTexts = {
  job_outcome_rows_deleted: 'Rows deleted: {count, number}.',
  job_outcome_emulations_ended: 'Ends of emulations recorded: {count, number}.',
  job_outcome_passwords_erased: 'Expired temporary passwords erased: {count, number}.',
  job_outcome_users_erased: 'Deleted users erased: {count, number}.',
  job_outcome_users_reminded: 'Users reminded: {count, number}.',
  job_outcome_import_checked: 'Rows checked: {count, number}. With errors: {errors, number}.',
  job_outcome_import_created: 'Users created: {count, number}.',
  job_outcome_import_refused: 'The administrator may no longer add users.',
  job_outcome_access_changed: 'Users changed: {count, number}.',
  job_outcome_person_export_refused: 'The administrator may no longer export this person.',
  job_outcome_report: 'Rows reported: {count, number}.',
  job_outcome_report_refused: 'The owner lost the permissions that the report needs.',
  job_outcome_dormant: 'Users notified: {noticed, number}. Users inactivated: {inactivated, number}.',
  job_outcome_dormant_but_last:
    'Users notified: {noticed, number}. Users inactivated: {inactivated, number}. The last portal administrator stays active.',
  job_outcome_reviews: 'Access reviews started: {count, number}.',
  job_outcome_reviews_but_large:
    'Access reviews started: {count, number}. Employers with too many grants for one review: {large, number}.',
  job_outcome_logouts: '{delivered, number} delivered, {failed, number} not confirmed.',
  job_outcome_key_added: 'A new key is published.',
  job_outcome_node_stopped: 'The node stopped before the run ended.',
} as const
