import type { userConditionTexts } from '../user-condition-texts.ts'

/** German texts of the filter of the user list for users who need attention. */
export const deUserConditionTexts = {
  users_condition: 'Zu prüfen',
  users_condition_locked: 'Nach falschen Passwörtern gesperrt',
  users_condition_accessEnds: 'Zugriff endet innerhalb von 14 Tagen',
} as const satisfies Record<keyof typeof userConditionTexts, string>
