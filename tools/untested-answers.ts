/**
 * Answers that no test gets, each with the reason. The list only gets shorter: an entry that a test gets, or that the
 * server no longer declares, fails the run of all tests.
 */
export const untestedAnswers: Readonly<Record<string, string>> = {
  'text review_item_done': 'stands in words in the rows of an answer',
  'text user_internal_stronger':
    'a second check: only who may administer everybody makes somebody internal who administers the portal',
}
