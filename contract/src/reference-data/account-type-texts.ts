/** Texts of the account types of systems in database maintenance. */
export const accountTypeTexts = {
  account_types_none: 'There are no systems yet.',
  account_types_column: 'Account types',
  account_types_of_none: 'None',
  account_types_manage: 'Manage account types',
  account_types_of: 'Account types of {system}',
  account_types_empty: 'This system has no account types.',
  account_types_edit: 'Edit {name}',
  account_types_delete: 'Delete {name}',
} as const
