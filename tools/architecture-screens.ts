/**
 * Screens of the administration that show parts of others, each with the folders of those, and without circles. Any
 * other screen knows no more of another one than its `screen.ts`, for links to it.
 */
export const partsOfScreens: Readonly<Record<string, readonly string[]>> = {
  'access-changes': ['give-access'],
  'add-user': ['permissions', 'user-customers', 'user-profile'],
  announcements: ['branding'],
  application: [
    'access-requests',
    'application-search',
    'application-settings',
    'audit',
    'give-access',
    'permissions',
    'sign-on-settings',
    'tile-images',
  ],
  'application-search': ['give-access'],
  'application-settings': ['application-search', 'logout-address'],
  branding: ['client-applications', 'client-contacts', 'client-directory'],
  'client-applications': ['application-search', 'give-access'],
  'client-directory': ['give-access', 'permissions', 'users'],
  'deleted-users': ['users'],
  'give-access': ['permissions'],
  overview: ['audit'],
  'permission-sets': ['client-directory', 'give-access', 'permissions', 'user-customers', 'users'],
  'reference-data': ['application-search', 'application-settings'],
  'sign-on-settings': ['logout-address'],
  'sso-mappings': ['user-customers'],
  'system-accounts': ['permissions', 'user-profile'],
  'tile-fixes': ['permissions', 'user-customers'],
  'tile-users': ['give-access', 'tile-fixes', 'users'],
  'user-profile': ['audit', 'permission-sets', 'permissions', 'user-customers', 'users'],
  users: ['give-access', 'overview', 'permissions', 'sign-on-settings', 'tile-fixes'],
}
