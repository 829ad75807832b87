import type { grantSourceTexts } from '../grant-source-texts.ts'

/** German texts about what gives a user an application or a page. */
export const deGrantSourceTexts = {
  grant_by_hand: 'von Hand',
  permission_by_group: 'durch Gruppe {group}',
  permission_by_set: 'durch Berechtigungssatz {set} v{version}',
} satisfies Record<keyof typeof grantSourceTexts, string>
