/** Texts of what new accounts of an employer begin with; the first four are the specification's own. */
export const ssoMappingTexts = {
  sso_mapping_no_applications: 'Please select at least one application. ',
  sso_mapping_no_customers: 'Please Select at least one customer',
  sso_mapping_customer_known: 'Customer(s) have already been added to this employer',
  sso_mapping_duplicate: 'Cannot add duplicate SSO Employer',
  sso_mapping_unknown_application: 'This application doesn’t exist, or can’t be given to new accounts.',
  sso_mapping_unknown_customer: 'This customer doesn’t exist.',
  sso_mapping_restore_changed: 'This can’t be undone: the employer has been added again or deleted since.',
  sso_mapping_restore_gone: 'This can’t be undone: the application or customer has been deleted since.',
  sso_mapping_saved: 'Changes saved successfully.',
} as const
