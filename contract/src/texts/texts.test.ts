import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultTexts } from './texts.ts'

/** Mails are composed by the server alone and are not part of what browsers load. */
const files = readdirSync(import.meta.dirname).filter((name) => /-texts\.ts$/.test(name) && name !== 'mail-texts.ts')
const groups = await Promise.all(
  files.map(
    async (name): Promise<object> => Object.values((await import(`./${name}`)) as Record<string, object>)[0] ?? {},
  ),
)

test('no key of the resource table stands in two groups, where one would hide the other', () => {
  const keys = groups.flatMap((group) => Object.keys(group))
  expect(new Set(keys).size).toBe(keys.length)
  expect(Object.keys(defaultTexts).toSorted()).toEqual(keys.toSorted())
})

test('the specified sentences are verbatim (SIGN-010, SIGN-045, SIGN-064, SIGN-066, SIGN-073, SIGN-074, PSWD-027, PSWD-033, PSWD-036, UIGN-014..025)', () => {
  expect(defaultTexts).toMatchObject({
    login_not_logged_in: 'You are not logged in. Please login again.',
    login_invalid: 'Invalid Login ID or Password.',
    login_origin_refused: 'Request origin is not authorized.',
    login_failed: 'Error calling authentication services',
    password_changed: 'Your password has been changed',
    recovery_sent:
      'If we found your account you will receive an e-mail, please contact your Client Relations representative if you need further assistance.',
    recovery_token_failed: 'Error getting prelogin csrf token',
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
