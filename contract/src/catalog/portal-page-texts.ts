/** Names of the portal's own pages; they cannot be renamed, and menu and search show them in the reader's language. */
export const portalPageTexts = {
  shipped_user_administration: 'User Administration',
  shipped_application_settings: 'Application Settings',
  shipped_client_settings: 'Client Settings',
  shipped_system_announcements: 'System Announcements',
  shipped_database_maintenance: 'Database Maintenance',
  shipped_audit_trail: 'Audit Trail',
  shipped_mail_delivery: 'Mail Delivery',
  shipped_user_list_report: 'User List Report',
  shipped_user_access_report: 'User Access Report',
  shipped_pci_user_report: 'PCI User Report',
  shipped_report_queue: 'Report Queue',
} as const
