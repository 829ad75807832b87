import type { accountTypeTexts } from '../account-type-texts.ts'

/** German texts of the account types of systems in database maintenance. */
export const deAccountTypeTexts = {
  account_types_title: 'Systemkonten',
  account_types_none: 'Es gibt noch keine Systeme.',
  account_types_system: 'System',
  account_types_column: 'Kontotypen',
  account_types_of_none: 'Keine',
  account_types_add: 'Kontotyp hinzufügen',
  account_types_manage: 'Kontotypen verwalten',
  account_types_of: 'Kontotypen von {system}',
  account_types_empty: 'Dieses System hat keine Kontotypen.',
  account_types_description: 'Name',
  account_types_code: 'Code',
  account_types_edit: '{name} bearbeiten',
  account_types_delete: '{name} löschen',
  account_type_edit_title: 'Kontotyp bearbeiten',
  account_type_save: 'Kontotyp speichern',
  account_type_added: 'Der Kontotyp wurde hinzugefügt.',
  account_type_changed: 'Der Kontotyp wurde geändert.',
  account_type_delete_title: 'Kontotyp löschen',
  account_type_delete_body:
    '„{name}“ kann in {system} niemandem mehr zugewiesen werden. Ein Typ, den Benutzer haben, wird nicht gelöscht. Sie können das eine Stunde lang rückgängig machen.',
  account_type_restored: 'Der Kontotyp ist wieder da.',
  account_type_deleted: 'Der Kontotyp wurde gelöscht.',
} satisfies Record<keyof typeof accountTypeTexts, string>
