import type { erasureTexts } from '../erasure-texts.ts'

/** German texts of the plan of an erasure. */
export const deErasureTexts = {
  erasure_goes_profile: 'Name, Benutzer-ID, E-Mail-Adressen, Telefonnummern und alles andere im Profil',
  erasure_goes_credentials: 'Passwort, zweite Faktoren, Passkeys, verknüpfte Identitäten und vertraute Geräte',
  erasure_goes_sessions: 'Sitzungen und Anmeldungen',
  erasure_goes_permissions: 'Offene Berechtigungen, die enden, und Rollen bei Kunden',
  erasure_goes_documents: 'Dokumente mit allen Versionen, und Dokumente, die andere mit dem Benutzer teilen',
  erasure_goes_settings: 'Links, Favoriten, Einstellungen von Listen und andere Vorlieben',
  erasure_goes_accounts: 'Systemkonten',
  erasure_goes_requests: 'Texte von Anträgen und der Antworten darauf',
  erasure_goes_mails: 'E-Mails an den Benutzer, und der Inhalt von E-Mails, die ihn nennen',
  erasure_goes_reports: 'Berichte, importierte Dateien und Einträge im Browserprotokoll',
  erasure_goes_acts: 'Änderungen von Zugriffen, die der Benutzer begonnen hat oder die ihn betrafen',
  erasure_stays_number: 'Die Nummer des Benutzers: andere Daten nennen damit „deleted user“',
  erasure_stays_audit:
    'Ereignisse im Prüfprotokoll, ohne Texte und Netzwerkadressen: sie belegen, wer was getan hat, unter der Nummer als Pseudonym',
  erasure_stays_grants: 'Welche Berechtigungen der Benutzer wann hatte, unter der Nummer: das muss nachweisbar bleiben',
  erasure_stays_organization:
    'Was der Benutzer für die Organisation entschieden oder geschrieben hat: Entscheidungen über Zugriffe, Ankündigungen, Texte, veröffentlichte Dateien',
  erasure_stays_outside: 'Sicherungen, exportierte Dateien und Protokolle, die das Portal nicht erreicht',
} satisfies Record<keyof typeof erasureTexts, string>
