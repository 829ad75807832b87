/** Names of fields that are the same in forms, lists, exports, reports and the audit trail. */
export const userFieldTexts = {
  user_field_cost_center: 'Cost center',
} as const
