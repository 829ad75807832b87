import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { defaultTexts, tablesOf } from './texts.ts'

test.each(languages)(
  'no key of the resource table stands in two groups of the language %s, where one would hide the other',
  (language) => {
    const keys = tablesOf(language).flatMap(({ table }) => Object.keys(table))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.toSorted()).toEqual(Object.keys(defaultTexts).toSorted())
  },
)

test('the specified sentences are verbatim (SIGN-010, SIGN-045, SIGN-064, SIGN-066, SIGN-073, SIGN-074, PSWD-027, PSWD-033, PSWD-036, UIGN-014..025, ACCT-060, ACCT-063, ACCT-064, ACCT-077, CONT-019)', () => {
  expect(defaultTexts).toMatchObject({
    login_not_logged_in: 'You are not logged in. Please login again.',
    login_invalid: 'Invalid Login ID or Password.',
    login_origin_refused: 'Request origin is not authorized.',
    login_failed: 'Error calling authentication services',
    password_changed: 'Your password has been changed',
    recovery_sent:
      'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.',
    recovery_token_failed: 'Error getting prelogin csrf token',
    carrier_missing: 'Please select SMS Carrier',
    security_question_missing: 'Please select a security question.',
    security_answer_missing: 'Security question answer must be filled out.',
    account_saved: 'Your changes have been saved',
    enhancement_sent: 'Enhancement Request has been sent.',
    employer_lookup_failed: 'Cannot return any employer.',
    second_factor_unauthorized: 'Unauthorized.',
    second_factor_failed_duo: 'Error performing DUO enrollment.',
    field_required: 'This field is required',
    field_email: 'That is not a valid email format',
    field_too_long: 'The text entered exceeds the maximum length',
    field_too_short: 'The text entered less than the minimum length',
    field_number: 'That is not a valid number',
    field_pattern: 'That is not a valid pattern format',
    field_url: 'That is not a valid url format',
    field_taken: 'That text entered is taken, please try another',
    field_date: 'That is not a valid date format',
    field_date_range: 'That is not a valid date range',
    field_invalid: 'This field is invalid',
    form_several_invalid: 'Please enter valid values for the fields identified below',
  })
})

test('the resource table has every key of the account messages (ACCT-078..090)', () => {
  for (const key of [
    'first_name_missing',
    'last_name_missing',
    'invalid_characters',
    'email_missing',
    'email_invalid',
    'employer_missing',
    'work_phone_missing',
    'mobile_phone_missing',
    'security_question_missing',
    'password_mismatch',
    'required_fields_missing',
  ])
    expect(defaultTexts).toHaveProperty(key)
})

/** Limits, which are never one. */
const neverOne = new Set([
  'accounts_too_many',
  'contacts_too_many',
  'customers_found_many',
  'customers_too_many',
  'import_access_too_long',
  'import_too_many_cells',
  'import_too_many_rows',
  'links_full',
  'list_too_long',
  'panel_import_help',
  'panel_import_more',
  'permissions_more',
  'queue_lead',
  'report_customers_cut',
  'report_customers_found_cut',
  'report_page_gone_hint',
  'opened_printed_first',
  'opened_sign_in_earlier',
  'opened_sign_in_month',
  'opened_sign_in_quarter',
  'opened_too_large',
  'report_range_too_long',
  'report_too_large_to_sort',
  'report_too_many',
  'reports_kept',
  'review_application_too_large',
  'review_employer_too_large',
])

test('a counted thing has a form for one, or stands before its number', () => {
  const counted = /\{\w+, number\} (?!of them)(?:of \{\w+, number\} )?(?:[a-z]+ )?[a-z]+s\b/
  const withoutForms = Object.entries(defaultTexts).filter(([key, text]) => counted.test(text) && !neverOne.has(key))
  expect(withoutForms.map(([key, text]) => `${key}: ${text}`)).toEqual([])
})
