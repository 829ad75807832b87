/** Texts about what gives a user an application or a page. */
export const grantSourceTexts = {
  grant_by_hand: 'by hand',
  permission_by_group: 'by group {group}',
  permission_by_set: 'by set {set} v{version}',
} as const
