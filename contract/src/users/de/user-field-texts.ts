import type { userFieldTexts } from '../user-field-texts.ts'

/** German names of fields that are the same in forms, lists, exports, reports and the audit trail. */
export const deUserFieldTexts = {
  user_field_cost_center: 'Kostenstelle',
} as const satisfies Record<keyof typeof userFieldTexts, string>
