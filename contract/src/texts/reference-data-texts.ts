/** Texts of the categories of database maintenance; {entry} is what one entry is called. */
export const referenceDataTexts = {
  departments_title: 'Departments',
  department_entry: 'department',
  reference_in_use: 'This {entry} can’t be deleted because it is in use: {uses}.',
  reference_protected: 'The portal itself needs this {entry}, so it can’t be changed or deleted.',
  reference_stale: '{name} changed this {entry} meanwhile. Reload it to see the changes, then try again.',
  reference_stale_unknown: 'This {entry} was changed meanwhile. Reload it to see the changes, then try again.',
  reference_restore_taken: 'This can’t be undone: the same {entry} was added again meanwhile.',
  undo_expired: 'This can’t be undone any more.',
  used_by_users: 'users',
  used_by_announcements: 'announcements',
} as const
