/** Texts of the screen of single sign-on mappings. */
export const ssoMappingPageTexts = {
  sso_mappings_subtitle:
    'Employers whose users get an account at their first sign-on, with the applications and customers it begins with.',
  sso_mappings_none: 'No employer’s users get an account at their first sign-on.',
  sso_mappings_none_hint: 'Add an employer to choose what new accounts begin with.',
  sso_mapping_add: 'Add employer',
  sso_mapping_employer: 'Employer',
  sso_mapping_save_employer: 'Save employer',
  sso_mapping_applications: 'Applications',
  sso_mapping_customers: 'Customers',
  sso_mapping_nothing: 'None',
  sso_mapping_add_applications: 'Add applications',
  sso_mapping_add_applications_to: 'Add applications to {employer}',
  sso_mapping_save_applications: 'Save applications',
  sso_mapping_add_customers: 'Add customers',
  sso_mapping_add_customers_to: 'Add customers to {employer}',
  sso_mapping_save_customers: 'Save customers',
  sso_mapping_search_customers: 'Search customers',
  sso_mapping_no_such_customer: 'No customers found.',
  sso_mapping_chosen: 'Selected: {names}',
  sso_mapping_customer_conflict: 'A customer above or below it is selected already.',
  sso_mapping_show_all: 'Show all {count, number}',
  sso_mapping_delete: 'Delete {name}',
  sso_mapping_delete_from: 'Delete {name} from {employer}',
  sso_mapping_delete_employer_title: 'Delete employer',
  sso_mapping_delete_employer_body:
    'New users of {employer} get no account at their first sign-on any more. Accounts that exist stay. You can undo this for an hour.',
  sso_mapping_delete_application_title: 'Delete application',
  sso_mapping_delete_customer_title: 'Delete customer',
  sso_mapping_delete_part_body:
    'New accounts of {employer} no longer begin with {name}. Accounts that exist keep it. You can undo this for an hour.',
} as const
