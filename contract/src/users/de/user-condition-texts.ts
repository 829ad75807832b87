import type { userConditionTexts } from '../user-condition-texts.ts'

/** German texts of the filters of the user list for users who need attention, and for those of an import. */
export const deUserConditionTexts = {
  users_condition: 'Zu prüfen',
  users_condition_locked: 'Nach falschen Passwörtern gesperrt',
  users_condition_accessEnds: 'Zugriff endet innerhalb von 14 Tagen',
  users_import_filter: 'Importiert mit',
  users_import_gone: 'Ein Import, der nicht mehr aufbewahrt wird',
} as const satisfies Record<keyof typeof userConditionTexts, string>
