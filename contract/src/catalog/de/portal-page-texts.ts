import type { portalPageTexts } from '../portal-page-texts.ts'

/** German names of the portal's own pages. */
export const dePortalPageTexts = {
  shipped_user_administration: 'Benutzerverwaltung',
  shipped_application_settings: 'Anwendungen',
  shipped_client_settings: 'Mandanten',
  shipped_system_announcements: 'Mitteilungen',
  shipped_database_maintenance: 'Stammdaten',
  shipped_audit_trail: 'Prüfprotokoll',
  shipped_mail_delivery: 'E-Mail-Versand',
  shipped_user_list_report: 'Bericht: Benutzerliste',
  shipped_user_access_report: 'Bericht: Zugriffe der Benutzer',
  shipped_pci_user_report: 'Bericht: PCI-Benutzer',
  shipped_report_queue: 'Warteschlange der Berichte',
} satisfies Record<keyof typeof portalPageTexts, string>
