import type { clientApplicationTexts } from '../client-application-texts.ts'

/** German texts of the applications of a client. */
export const deClientApplicationTexts = {
  client_applications_tab: 'Anwendungen',
  client_applications_lead:
    'Anwendungen, für die aktive Benutzer von {name} eine Berechtigung haben, gezählt unter {count, plural, one {# Benutzer} other {# Benutzern}}. Zu den Personen einer Anwendung gehören auch inaktive Benutzer.',
  client_applications_lead_part:
    'Anwendungen, für die aktive Benutzer von {name} eine Berechtigung haben, gezählt unter den ersten {counted, number} von {count, plural, one {# Benutzer} other {# Benutzern}}, in der Reihenfolge, in der sie hinzugefügt wurden. Was nur andere haben, fehlt. Zu den Personen einer Anwendung gehören auch inaktive Benutzer.',
  client_applications_search: 'Nach Name suchen',
  client_applications_application: 'Anwendung',
  client_applications_system: 'System',
  client_applications_state: 'Zustand',
  client_applications_users: 'Aktive Benutzer',
  client_applications_none: 'Keine Anwendungen gefunden',
  client_applications_none_hint: 'Versuchen Sie einen anderen Namen, oder geben Sie den Benutzern von {name} Zugriff.',
  client_applications_open: 'Anwendung öffnen',
  client_applications_people: 'Alle, die sie haben',
  client_applications_tile: 'Wer ihre Kachel sieht',
} satisfies Record<keyof typeof clientApplicationTexts, string>
