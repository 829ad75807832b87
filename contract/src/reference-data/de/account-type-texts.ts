import type { accountTypeTexts } from '../account-type-texts.ts'

/** German texts of the account types of systems in database maintenance. */
export const deAccountTypeTexts = {
  account_types_none: 'Es gibt noch keine Systeme.',
  account_types_column: 'Kontotypen',
  account_types_of_none: 'Keine',
  account_types_manage: 'Kontotypen verwalten',
  account_types_of: 'Kontotypen von {system}',
  account_types_empty: 'Dieses System hat keine Kontotypen.',
  account_types_edit: '{name} bearbeiten',
  account_types_delete: '{name} löschen',
} satisfies Record<keyof typeof accountTypeTexts, string>
