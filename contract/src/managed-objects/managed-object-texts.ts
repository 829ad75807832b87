/** What screens say of objects that files of configuration manage. */
export const managedObjectTexts = {
  managed_mark: 'Managed by configuration files',
  managed_line:
    'Managed by configuration files, last applied {moment}. Changes made here are overwritten by the next apply.',
  managed_line_by:
    'Managed by configuration files, last applied {moment} by {name}. Changes made here are overwritten by the next apply.',
  managed_line_branding:
    'Branding is managed by configuration files, last applied {moment}. Changes made here are overwritten by the next apply.',
  managed_line_branding_by:
    'Branding is managed by configuration files, last applied {moment} by {name}. Changes made here are overwritten by the next apply.',
} as const
