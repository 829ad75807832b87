/** Texts of the filter of the user list for users who need attention. */
export const userConditionTexts = {
  users_condition: 'Needs attention',
  users_condition_locked: 'Locked by wrong passwords',
  users_condition_accessEnds: 'Access ends within 14 days',
} as const
