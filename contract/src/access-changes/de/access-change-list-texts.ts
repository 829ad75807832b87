import type { accessChangeListTexts } from '../access-change-list-texts.ts'

/** German texts of the list of acts that gave or ended the access of many users. */
export const deAccessChangeListTexts = {
  access_changes_subtitle:
    'Zugriffe, die mehreren Benutzern auf einmal gegeben oder beendet wurden. Eigene Änderungen lassen sich einen Tag lang rückgängig machen.',
  access_changes_none: 'Es gibt keine Zugriffsänderungen für mehrere Benutzer.',
  access_changes_none_hint:
    'Wählen Sie Benutzer in der Benutzerverwaltung aus und geben oder beenden Sie dann Zugriff für alle.',
  access_changes_kind: 'Änderung',
  access_changes_kind_give: 'Zugriff gegeben',
  access_changes_kind_end: 'Zugriff beendet',
  access_changes_applications: 'Anwendungen',
  access_changes_users: 'Benutzer',
  access_changes_started: 'Begonnen',
  access_changes_started_by: 'Begonnen von',
  access_changes_started_by_other: 'Einer anderen Person aus der Verwaltung',
  access_changes_state: 'Status',
  access_changes_state_planned: 'Geplant',
  access_changes_planned_for: 'Geplant für {date}',
  access_changes_begins: 'Beginnt',
  access_changes_state_running: 'Läuft',
  access_changes_state_done: 'Fertig',
  access_changes_state_stopped: 'Angehalten',
  access_changes_state_undoing: 'Wird rückgängig gemacht',
  access_changes_state_undone: 'Rückgängig gemacht',
  access_changes_result: '{changed, number} geändert, {left, number} wie bisher',
  access_changes_result_stopped: 'Angehalten: {changed, number} von {count, number} geändert',
  access_changes_result_undone: 'Rückgängig gemacht, außer bei {kept, plural, one {# Benutzer} other {# Benutzern}}',
  access_changes_progress: '{done, number} von {count, number}',
  access_changes_reason: 'Grund',
  access_changes_undo_until: 'Rückgängig bis',
  access_changes_details: 'Einzelheiten',
  access_changes_details_failed: 'Das Ergebnis ließ sich nicht laden.',
  access_changes_row: '{kind}, {time}',
  access_changes_undo: 'Rückgängig …',
  access_changes_undo_title: 'Änderung rückgängig machen',
  access_changes_undo_lead:
    '{count, plural, one {# Benutzer bekommt} other {# Benutzer bekommen}} genau den Zugriff zurück, der vorher bestand. Was seitdem geändert wurde, bleibt.',
  access_changes_undo_planned_lead: 'Die Änderung findet nicht statt. Alle Zugriffe bleiben, wie sie sind.',
  access_changes_undo_confirm: 'Rückgängig für {count, plural, one {# Benutzer} other {# Benutzer}}',
} satisfies Record<keyof typeof accessChangeListTexts, string>
