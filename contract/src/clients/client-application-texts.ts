/** The applications of a client, on its page. */
export const clientApplicationTexts = {
  client_applications_tab: 'Applications',
  client_applications_lead:
    'Applications for which active users of {name} have a permission, counted among {count, plural, one {# user} other {# users}}. The people of an application include inactive users.',
  client_applications_lead_part:
    'Applications for which active users of {name} have a permission, counted among the first {counted, number} of {count, plural, one {# user} other {# users}}, in the order in which they were added. What only others have is left out. The people of an application include inactive users.',
  client_applications_search: 'Search by name',
  client_applications_application: 'Application',
  client_applications_system: 'System',
  client_applications_state: 'State',
  client_applications_users: 'Active users',
  client_applications_none: 'No applications found',
  client_applications_none_hint: 'Try another name, or give access to the users of {name}.',
  client_applications_open: 'Open application',
  client_applications_people: 'Everyone who has it',
  client_applications_tile: 'Who sees its tile',
} as const
