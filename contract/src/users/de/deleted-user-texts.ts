import type { deletedUserTexts } from '../deleted-user-texts.ts'

/** German texts of the list of deleted users. */
export const deDeletedUserTexts = {
  deleted_users_subtitle:
    'Gelöschte Benutzer. Administratoren des Portals können sie wiederherstellen, bis sie endgültig gelöscht werden.',
  deleted_users_search: 'Name oder E-Mail suchen',
  deleted_users_from: 'Gelöscht von',
  deleted_users_until: 'Gelöscht bis',
  deleted_users_none: 'Es wurden keine Benutzer gelöscht.',
  deleted_users_deleted_on: 'Gelöscht am',
  deleted_users_deleted_on_utc: 'Gelöscht am (UTC)',
  deleted_users_deleted_by: 'Durch',
  deleted_users_erased_from: 'Endgültig ab',
  deleted_users_erased_from_utc: 'Endgültig gelöscht ab (UTC)',
  deleted_users_requested: 'verlangt',
  deleted_users_never_erased: 'Nie',
} satisfies Record<keyof typeof deletedUserTexts, string>
