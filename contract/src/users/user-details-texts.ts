/** Texts about the details of a user, for the wizard, the profile and the server. */
export const userDetailsTexts = {
  user_name_missing: 'Enter a user ID.',
  user_name_invalid: 'Use 3 to 50 letters, digits and . _ -, beginning with a letter or digit.',
  user_name_taken: 'This user ID is taken.',
  user_phone_invalid: 'Enter 10 digits, for example 206-555-0100.',
  user_extension_invalid: 'Use up to 10 digits.',
  user_code_invalid: "Use only letters, digits, spaces and . , ' / -, beginning with a letter or digit.",
  user_employer_missing: 'Error: Employer is missing.',
  user_employer_not_offered: 'You can’t add users to this employer.',
  user_text_agreement_missing: 'Please check the box to agree to receive text messages',
  user_email_used: 'This email address is already used by {name} ({userNm}).',
  user_email_free: 'No other user has this email address.',
  user_created: '{name} has been created. A temporary password has been emailed to {email}.',
} as const
