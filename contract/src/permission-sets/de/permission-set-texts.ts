import type { permissionSetTexts } from '../permission-set-texts.ts'

/** German texts about permission sets that the server sends. */
export const dePermissionSetTexts = {
  permission_set_saved:
    'Gespeichert. Wer den Satz hat, erhält und verliert den Zugriff sofort, bei mehr als 1.000 Benutzern innerhalb von zehn Minuten.',
  permission_set_deleted: 'Der Berechtigungssatz {name} wurde gelöscht. Was er gab, endet.',
  permission_set_undone: 'Die Änderung des Berechtigungssatzes wurde zurückgenommen.',
  permission_set_given:
    '{count, plural, one {# Benutzer hat} other {# Benutzer haben}} jetzt den Berechtigungssatz {name}.',
  permission_set_taken:
    'Der Berechtigungssatz {name} wurde {count, plural, one {# Benutzer} other {# Benutzern}} genommen.',
  permission_set_give_undone: 'Die Änderung wurde rückgängig gemacht.',
  permission_set_give_undone_partly:
    'Die Änderung wurde rückgängig gemacht. {count, plural, one {# Benutzer bleibt} other {# Benutzer bleiben}} unverändert.',
  permission_set_changed_since: 'Der Berechtigungssatz wurde seitdem erneut gegeben oder genommen.',
  permission_set_none_changed: 'Kein Benutzer wurde geändert.',
  permission_set_stale:
    'Dieser Berechtigungssatz wurde inzwischen geändert. Laden Sie ihn erneut, und wiederholen Sie Ihre Änderung.',
  permission_set_portal: 'Nur interne Administratoren nehmen Seiten der Verwaltung in einen Berechtigungssatz auf.',
  permission_set_installation: 'Nur interne Administratoren ändern Berechtigungssätze aller Mandanten.',
  permission_set_name_taken: 'Ein Berechtigungssatz hat diesen Namen bereits.',
  permission_set_empty: 'Wählen Sie mindestens eine Anwendung aus.',
  permission_set_client_unknown: 'Wählen Sie einen Mandanten aus der Liste.',
  permission_set_other_client: 'Der Berechtigungssatz ist für einen anderen Mandanten.',
  permission_set_gone: 'Den Berechtigungssatz gibt es nicht mehr.',
  permission_set_unknown: 'Wählen Sie Berechtigungssätze aus der Liste aus.',
  permission_set_not_ended:
    'Berechtigungssätze werden im Profil eines Benutzers oder auf der Seite des Satzes genommen.',
  permission_set_held: 'Der Benutzer hat den Berechtigungssatz bereits.',
  permission_set_moved_since: 'Das Ende des Berechtigungssatzes hat sich seitdem geändert. Es wurde nichts geändert.',
  permission_set_end_past: 'Das Ende des Berechtigungssatzes liegt in der Vergangenheit.',
  permission_set_by_group:
    'Der Berechtigungssatz kommt durch die Verzeichnisgruppe {group}. Entfernen Sie den Benutzer dort aus der Gruppe, oder ändern Sie, was die Gruppe gibt.',
  permission_set_not_held: 'Der Benutzer hat den Berechtigungssatz nicht.',
  permission_set_customers_of_client: 'Nur Sätze eines Mandanten geben Kunden.',
  permission_set_customers_hidden:
    'Der Berechtigungssatz gibt Kunden, auf die Sie keinen Zugriff haben. Bitten Sie jemanden darum, der ihn hat.',
  // Also of groups of a directory.
  permission_set_column_user: 'Benutzer',
  permission_set_column_user_id: 'Benutzername',
  permission_set_column_employer: 'Arbeitgeber',
  permission_set_column_given: 'Seit (UTC)',
  permission_set_column_end: 'Bis (UTC)',
  permission_set_column_given_by: 'Gegeben von',
  permission_set_column_group: 'Gruppe',
  source_stronger:
    '{count, plural, one {# Benutzer, der Zugriff verlieren würde, hat} other {# Benutzer, die Zugriff verlieren würden, haben}} Verwaltungsrechte, die Sie nicht haben. Bitten Sie jemanden darum, der sie hat.',
} satisfies Record<keyof typeof permissionSetTexts, string>
