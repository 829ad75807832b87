import type { auditPageTexts } from '../audit-page-texts.ts'

/** German texts of the screen of the audit trail. */
export const deAuditPageTexts = {
  audit_subtitle: 'Wer was wann und von wo getan hat. Niemand kann einen Eintrag ändern oder löschen.',
  audit_none: 'Es gibt noch keine Einträge.',
  audit_time: 'Zeit',
  audit_actor: 'Ausgeführt von',
  audit_subject: 'Betroffen',
  audit_action: 'Aktion',
  audit_target: 'Gegenstand',
  audit_client: 'Mandant',
  audit_address: 'Adresse',
  audit_request: 'Anfrage',
  audit_portal: 'Das Portal',
  audit_from: 'Von',
  audit_to: 'Bis',
  audit_entry: 'Eintrag von {time}',
  audit_details: 'Änderungen anzeigen',
  audit_only_actor: 'Nur von {name}',
  audit_only_subject: 'Nur über {name}',
  audit_only_action: 'Nur „{action}“',
  audit_only_target: 'Nur dieser Gegenstand: {target}',
  audit_only_client: 'Nur {name}',
  audit_filtered: 'Angezeigt: {filters}',
  audit_by: 'von {name}',
  audit_about: 'über {name}',
  audit_changes: 'Änderungen',
  audit_intact:
    'Geprüft {time}: {count, plural, one {# Ereignis ist} other {# Ereignisse sind}} versiegelt, und keines wurde geändert oder entfernt.',
  audit_not_intact: 'Die Prüfung vom {time} hat eine Änderung gefunden, die nicht vom Portal stammt.',
  audit_problem: 'Erstes Problem: {problem}. Informieren Sie die Personen, die den Server dieses Portals betreiben.',
  audit_not_verified: 'Noch nicht geprüft. Das Portal prüft das Protokoll einmal am Tag.',
  audit_verification_failed:
    'Das Ergebnis der letzten Prüfung konnte nicht geladen werden. Laden Sie die Seite neu, um es erneut zu versuchen.',
  audit_other_client: 'Anderer Arbeitgeber',
} satisfies Record<keyof typeof auditPageTexts, string>
