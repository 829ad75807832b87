/** Names of the administration screens and of their groups. */
export const adminMenuTexts = {
  admin_menu: 'Administration screens',
  admin_group_people: 'People',
  admin_group_content: 'Content',
  admin_group_settings: 'Settings',
  admin_group_database: 'Database maintenance',
  admin_group_reports: 'Reports',
  admin_group_operation: 'Operation',
  admin_system_accounts: 'System account settings',
  admin_users: 'User Administration',
  admin_add_user: 'Add user',
  admin_user_profile: 'User profile',
  admin_mail_delivery: 'Mail delivery',
  admin_audit: 'Audit trail',
  admin_static_settings: 'Static settings',
  admin_identity_providers: 'Identity providers',
} as const
