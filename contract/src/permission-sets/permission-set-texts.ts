/** Texts about permission sets that the server sends. */
export const permissionSetTexts = {
  permission_set_saved:
    'Saved. Users who have the set get and lose access at once; where there are more than 1,000, within ten minutes.',
  permission_set_deleted: 'The permission set {name} was deleted. What it gave ends.',
  permission_set_undone: 'The change of the permission set was taken back.',
  permission_set_given: '{count, plural, one {# user has} other {# users have}} the permission set {name} now.',
  permission_set_taken: 'The permission set {name} was taken from {count, plural, one {# user} other {# users}}.',
  permission_set_give_undone: 'The change was undone.',
  permission_set_give_undone_partly:
    'The change was undone. {count, plural, one {# user stays as they are.} other {# users stay as they are.}}',
  permission_set_changed_since: 'They got or lost the permission set again since then.',
  permission_set_none_changed: 'No user was changed.',
  permission_set_stale: 'This permission set was changed meanwhile. Load it again, then repeat your change.',
  permission_set_portal: 'Only internal administrators put pages of the administration into a permission set.',
  permission_set_installation: 'Only internal administrators change permission sets of all clients.',
  permission_set_name_taken: 'A permission set has this name already.',
  permission_set_empty: 'Select at least one application.',
  permission_set_client_unknown: 'Select a client from the list.',
  permission_set_other_client: 'The permission set is for another client.',
  permission_set_gone: 'The permission set doesn’t exist any more.',
  permission_set_unknown: 'Select permission sets from the list.',
  permission_set_not_ended: 'Permission sets are taken in the profile of a user or on the page of the set.',
  permission_set_held: 'They have the permission set already.',
  permission_set_moved_since: 'The end of the permission set has changed since then. Nothing was changed.',
  permission_set_end_past: 'The end of the permission set is in the past.',
  permission_set_by_group:
    'The permission set comes by the directory group {group}. Remove the user from the group there, or change what the group gives.',
  permission_set_not_held: 'They don’t have the permission set.',
  permission_set_customers_of_client: 'Only sets of a client give customers.',
  permission_set_customers_hidden:
    'The permission set gives customers that you don’t have access to. Ask an administrator who has.',
  permission_set_column_user: 'User',
  permission_set_column_user_id: 'User ID',
  permission_set_column_employer: 'Employer',
  permission_set_column_given: 'Since (UTC)',
  permission_set_column_end: 'Until (UTC)',
  permission_set_column_given_by: 'Given by',
  permission_set_column_group: 'Group',
  // Also of groups of a directory.
  source_stronger:
    '{count, plural, one {# user who would lose access has} other {# users who would lose access have}} administration rights that you don’t have. Ask an administrator who has them.',
} as const
