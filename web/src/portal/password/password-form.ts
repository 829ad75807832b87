import type { RuleIssue } from '@portico/contract/account/account-rules.ts'

export const emptyPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }
export const emptyNewPasswords = { newPassword: '', confirmPassword: '' }

/** The form's own checks before it is sent (PSWD-021..024). */
export function passwordIssues(values: typeof emptyPasswords): RuleIssue[] {
  const missing: RuleIssue[] = Object.entries(values)
    .filter(([, value]) => value === '')
    .map(([field]) => ({ field, text: 'field_required' }))
  return [...missing, ...mismatchIssues(values)]
}

/** Without the current password, for a link that replaces it. */
export const newPasswordIssues = (values: typeof emptyNewPasswords): RuleIssue[] =>
  passwordIssues({ currentPassword: '-', ...values })

const mismatchIssues = ({ newPassword, confirmPassword }: typeof emptyNewPasswords): RuleIssue[] =>
  newPassword !== '' && confirmPassword !== '' && newPassword !== confirmPassword
    ? [{ field: 'confirmPassword', text: 'password_mismatch' }]
    : []
