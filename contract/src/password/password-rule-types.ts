/** What a password rule can check, by its code, with the key of the text that names it. */
export const passwordRuleTypes = {
  MIN_LENGTH: 'password_rule_min_length',
  MAX_LENGTH: 'password_rule_max_length',
  UPPERCASE: 'password_rule_uppercase',
  LOWERCASE: 'password_rule_lowercase',
  DIGITS: 'password_rule_digits',
  SPECIAL: 'password_rule_special',
  OWN_WORDS: 'password_rule_own_words',
  COMMON: 'password_rule_common',
  HISTORY: 'password_rule_history',
  ADVICE: 'password_rule_advice',
} as const
