/** Texts of the filters of the user list for users who need attention, and for those of an import. */
export const userConditionTexts = {
  users_condition: 'Needs attention',
  users_condition_locked: 'Locked by wrong passwords',
  users_condition_accessEnds: 'Access ends within 14 days',
  users_import_filter: 'Imported with',
  users_import_gone: 'An import that is no longer kept',
} as const
