import type { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import type { Texts } from '../../api/texts.ts'

export interface PasswordValues {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

export type PasswordErrors = Partial<Record<keyof PasswordValues, string>>

export const emptyPasswords: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' }

const fields = ['currentPassword', 'newPassword', 'confirmPassword'] as const

/** The form's own checks before it is sent (PSWD-021..024). */
export function validatePasswords(
  values: PasswordValues,
  t: Texts<Pick<typeof passwordTexts, 'password_mismatch'>>,
  required: string,
): PasswordErrors {
  const missing = fields.filter((field) => values[field] === '')
  if (missing.length) return Object.fromEntries(missing.map((field) => [field, required]))
  return values.newPassword === values.confirmPassword ? {} : { confirmPassword: t.password_mismatch }
}

/** The server's messages by field; several messages of one field are joined. */
export function errorsFromIssues(issues: readonly FieldIssue[]): PasswordErrors {
  const errors: PasswordErrors = {}
  for (const field of fields) {
    const messages = issues.filter((issue) => issue.field === field).map(({ message }) => message)
    if (messages.length) errors[field] = messages.join(' ')
  }
  return errors
}

/** The first field with an error, to be focused. */
export const firstInvalidField = (errors: PasswordErrors): keyof PasswordValues | undefined =>
  fields.find((field) => errors[field] !== undefined)
