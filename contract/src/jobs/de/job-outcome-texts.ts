import type { jobOutcomeTexts } from '../job-outcome-texts.ts'

/** German messages of job runs. */
export const deJobOutcomeTexts = {
  job_outcome_rows_deleted: 'Gelöschte Einträge: {count, number}.',
  job_outcome_emulations_ended: 'Protokollierte Enden von Anmeldungen als Benutzer: {count, number}.',
  job_outcome_passwords_erased: 'Gelöschte abgelaufene Passwörter: {count, number}.',
  job_outcome_users_erased: 'Endgültig gelöschte Benutzer: {count, number}.',
  job_outcome_users_reminded: 'Erinnerte Benutzer: {count, number}.',
  job_outcome_import_checked: 'Geprüfte Zeilen: {count, number}, davon mit Fehlern: {errors, number}.',
  job_outcome_import_created: 'Angelegte Benutzer: {count, number}.',
  job_outcome_import_refused: 'Die Person, die importiert, darf keine Benutzer mehr hinzufügen.',
  job_outcome_access_changed: 'Benutzer geändert: {count, number}.',
  job_outcome_person_export_refused:
    'Die Administratorin oder der Administrator darf diese Person nicht mehr exportieren.',
  job_outcome_report: 'Zeilen des Berichts: {count, number}.',
  job_outcome_report_refused: 'Der Eigentümer hat die Berechtigungen nicht mehr, die der Bericht braucht.',
  job_outcome_dormant: 'Benachrichtigte Benutzer: {noticed, number}. Deaktivierte Benutzer: {inactivated, number}.',
  job_outcome_dormant_but_last:
    'Benachrichtigte Benutzer: {noticed, number}. Deaktivierte Benutzer: {inactivated, number}. Der letzte Administrator des Portals bleibt aktiv.',
  job_outcome_reviews: 'Gestartete Zugriffsprüfungen: {count, number}.',
  job_outcome_reviews_but_large:
    'Gestartete Zugriffsprüfungen: {count, number}. Arbeitgeber mit zu vielen Berechtigungen für eine Prüfung: {large, number}.',
  job_outcome_logouts: 'Zugestellt: {delivered, number}, nicht bestätigt: {failed, number}.',
  job_outcome_key_added: 'Ein neuer Schlüssel ist veröffentlicht.',
  job_outcome_node_stopped: 'Der Knoten wurde beendet, bevor der Lauf zu Ende war.',
} satisfies Record<keyof typeof jobOutcomeTexts, string>
