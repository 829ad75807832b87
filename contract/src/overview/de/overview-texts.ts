import type { overviewTexts } from '../overview-texts.ts'

/** German texts of the overview of the administration. */
export const deOverviewTexts = {
  overview_waiting: 'Das wartet auf Sie',
  overview_calm: 'Nichts wartet auf Sie.',
  overview_accessRequests: 'Anträge zu entscheiden',
  overview_accessReviews: 'Zugriffsprüfungen zu entscheiden',
  overview_announcements: 'Mitteilungen zu prüfen',
  overview_lockedUsers: 'Benutzer, nach falschen Passwörtern gesperrt',
  overview_endingAccess: 'Benutzer, deren Zugriff innerhalb von 14 Tagen endet',
  overview_failedMails: 'Nicht zugestellte E-Mails',
  overview_failedJobs: 'Fehlgeschlagene Aufgaben',
  overview_endingCertificates: 'Zertifikate, die innerhalb von 30 Tagen ablaufen',
  overview_auditTrail: 'Verändertes Prüfprotokoll',
  overview_more: 'Mehr als {count}',
  overview_not_counted: 'nicht gezählt',
  overview_failed: 'Was auf Sie wartet, konnte nicht geladen werden.',
  overview_changes: 'Letzte Änderungen',
  overview_changes_none: 'Es hat sich noch nichts geändert.',
  overview_changes_failed: 'Die letzten Änderungen konnten nicht geladen werden.',
  overview_changes_by: 'von {name}',
  overview_changes_all: 'Prüfprotokoll öffnen',
} as const satisfies Record<keyof typeof overviewTexts, string>
