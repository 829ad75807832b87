import type { erasureTexts } from '../erasure-texts.ts'

/** German texts of the plan of an erasure. */
export const deErasureTexts = {
  erasure_goes_profile: 'Name, Benutzername, E-Mail-Adressen, Telefonnummern und alles andere im Profil',
  erasure_goes_credentials:
    'Passwort, zweite Faktoren, Passkeys, verknüpfte Identitäten, vertraute Geräte und Dienstkonten mit ihren Token',
  erasure_goes_sessions: 'Sitzungen und Anmeldungen',
  erasure_goes_permissions: 'Offene Berechtigungen, die enden, und Rollen bei Mandanten',
  erasure_goes_documents: 'Dokumente mit allen Versionen, und Dokumente, die andere mit dem Benutzer teilen',
  erasure_goes_settings: 'Links, Favoriten, Einstellungen von Listen und andere Vorlieben',
  erasure_goes_accounts: 'Systemkonten',
  erasure_goes_requests: 'Texte von Anträgen und der Antworten darauf',
  erasure_goes_mails: 'E-Mails an den Benutzer, und der Inhalt von E-Mails, die ihn nennen',
  erasure_goes_reports:
    'Berichte, importierte Dateien und Einträge im Browserprotokoll, und Zeilen über den Benutzer in Berichten anderer',
  erasure_goes_acts: 'Änderungen von Zugriffen, die der Benutzer begonnen hat oder die ihn betrafen',
  erasure_goes_contacts:
    'E-Mail-Adressen des Benutzers bei Anwendungen, Bereichen, Jobs und Mandanten, und der Benutzer als Ansprechpartner von Mandanten',
  erasure_stays_number: 'Die Nummer des Benutzers: andere Daten nennen damit „deleted user“',
  erasure_stays_audit:
    'Ereignisse im Prüfprotokoll, ohne Texte und Netzwerkadressen: sie belegen, wer was getan hat, unter der Nummer als Pseudonym. Monate, die der Betreiber vorher in Dateien schreiben ließ, behalten beides',
  erasure_stays_grants: 'Welche Berechtigungen der Benutzer wann hatte, unter der Nummer: das muss nachweisbar bleiben',
  erasure_stays_organization:
    'Entscheidungen und Texte des Benutzers für die Organisation: Entscheidungen über Zugriffe, Mitteilungen, Texte, veröffentlichte Dateien',
  erasure_stays_outside: 'Sicherungen, exportierte Dateien und Protokolle, die das Portal nicht erreicht',
  erasure_action: 'Endgültig löschen …',
  erasure_take_back: 'Endgültige Löschung zurücknehmen',
  erasure_take_back_lead: '{name} wird nicht auf Verlangen endgültig gelöscht. Der Benutzer bleibt gelöscht.',
  erasure_take_back_age:
    'In der Nacht nach dem {date} verlassen die Daten das Portal dennoch, wie die jedes Benutzers, der so lange gelöscht ist.',
  erasure_portal_admin_only: 'Nur Administratoren des Portals können einen Benutzer endgültig löschen lassen.',
  erasure_title: '{name} endgültig löschen',
  erasure_lead:
    'Die Daten von {name} verlassen das Portal in der Nacht nach dem {date}, für immer. Bis dahin können Sie die Löschung zurücknehmen.',
  erasure_goes: 'Was gelöscht wird',
  erasure_stays: 'Was bleibt, und warum',
  erasure_reason: 'Grund',
  erasure_reason_help: 'Zum Beispiel das Datum des Schreibens. Das Prüfprotokoll behält ihn bis zur Löschung.',
  erasure_submit: 'Löschung verlangen',
  erasure_not_loaded: 'Warten Sie, bis Sie sehen, was gelöscht wird und was bleibt.',
  erasure_load_failed: 'Was von {name} gelöscht würde, konnte nicht geladen werden.',
  erasure_requested: 'Endgültige Löschung verlangt. Sie können sie zurücknehmen, bis sie fällig ist.',
  erasure_requested_already: 'Die endgültige Löschung dieses Benutzers wurde schon verlangt.',
  erasure_of_deleted_only: 'Nur ein gelöschter Benutzer kann endgültig gelöscht werden. Löschen Sie ihn zuerst.',
  erasure_is_due: 'Die personenbezogenen Daten dieses Benutzers werden schon endgültig gelöscht.',
  erasure_none_waits:
    'Für diesen Benutzer lässt sich keine Löschung zurücknehmen. Sie ist vielleicht fällig, oder schon zurückgenommen.',
  erasure_number:
    'Die Nummer dieses Benutzers ist {number}. Mit ihr können Sie danach die Bescheinigung herunterladen.',
  erasure_certificate_action: 'Bescheinigung …',
  erasure_certificate_title: 'Bescheinigung einer endgültigen Löschung',
  erasure_certificate_lead:
    'Die Bescheinigung sagt, wann ein Benutzer endgültig gelöscht wurde, auf wessen Verlangen und wie viel von jeder Art, ohne personenbezogene Daten. Das Prüfprotokoll hat ihren SHA-256-Wert.',
  erasure_certificate_number: 'Nummer des Benutzers',
  erasure_certificate_help: 'Andere Daten nennen den Benutzer „deleted user“ mit dieser Nummer.',
  erasure_certificate_submit: 'Bescheinigung herunterladen',
  erasure_certificate_saved: 'Die Bescheinigung wurde heruntergeladen.',
  erasure_no_certificate: 'Kein Benutzer mit dieser Nummer ist endgültig gelöscht.',
  erasure_taken_back: 'Die endgültige Löschung wurde zurückgenommen. Der Benutzer bleibt gelöscht.',
} satisfies Record<keyof typeof erasureTexts, string>
