/** Texts of the list of deleted users. */
export const deletedUserTexts = {
  deleted_users_subtitle: 'Users who were deleted. A portal administrator can restore them until they are erased.',
  deleted_users_search: 'Search by name or email',
  deleted_users_from: 'Deleted from',
  deleted_users_until: 'Deleted until',
  deleted_users_none: 'No users have been deleted.',
  deleted_users_deleted_on: 'Deleted on',
  deleted_users_deleted_on_utc: 'Deleted on (UTC)',
  deleted_users_deleted_by: 'Deleted by',
  deleted_users_erased_from: 'Erased from',
  deleted_users_erased_from_utc: 'Erased from (UTC)',
  deleted_users_requested: 'requested',
  deleted_users_never_erased: 'Never',
} as const
