import type { accessChangeTexts } from '../access-change-texts.ts'

/** German texts about giving and ending the access of many users. */
export const deAccessChangeTexts = {
  access_change_nobody: 'Wählen Sie mindestens einen Benutzer aus.',
  access_change_nothing: 'Wählen Sie mindestens eine Anwendung aus.',
  access_change_too_many:
    'Zu viele Benutzer passen. Grenzen Sie die Liste ein: Die Grenze einer Änderung ist {max, number}.',
  access_change_list_changed:
    'Die Liste hat sich geändert: {count, plural, one {# Benutzer passt} other {# Benutzer passen}} jetzt.',
  access_change_under_way: 'Eine andere Änderung von Ihnen läuft noch. Warten Sie, bis sie fertig ist.',
  access_change_too_far:
    'Eine Änderung lässt sich höchstens {days, plural, one {# Tag} other {# Tage}} im Voraus planen.',
  access_change_planned_max:
    'Sie haben {max, plural, one {# geplante Änderung} other {# geplante Änderungen}}, mehr gehen nicht auf einmal. Machen Sie eine rückgängig, oder warten Sie, bis eine begonnen hat.',
  access_change_begins_past:
    'Dieser Tag hat schon begonnen. Wählen Sie einen späteren oder keinen, um sofort zu beginnen.',
  access_change_ends_before: 'Der Zugriff muss nach seinem Beginn enden.',
  access_change_already: 'Hat diesen Zugriff schon.',
  access_change_not_held: 'Hat diesen Zugriff nicht.',
  access_change_inactive: 'Dieses Konto ist inaktiv.',
  access_change_mixed: 'Hat diesen Zugriff mit anderen Rechten und anderem Ende. Ändern Sie ihn im Profil.',
  access_change_changed_since: 'Dieser Zugriff wurde seitdem geändert.',
  access_change_failed: 'Bei dieser Person ist ein Fehler aufgetreten.',
  access_change_undo_stopped:
    'Das Rückgängigmachen wurde angehalten. {count, plural, one {# Person wurde} other {# Personen wurden}} nicht zurückgesetzt.',
  access_change_undone_partly:
    'Die Änderung wurde rückgängig gemacht. {count, plural, one {# Person bleibt} other {# Personen bleiben}}, wie sie {count, plural, one {ist} other {sind}}.',
  access_change_planned: 'Die Änderung ist geplant.',
  access_change_started: 'Der Zugriff wird geändert.',
  access_change_given:
    '{count, plural, one {# Benutzer hat Zugriff erhalten.} other {# Benutzer haben Zugriff erhalten.}}',
  access_change_ended:
    '{count, plural, one {Der Zugriff von # Benutzer wurde beendet.} other {Der Zugriff von # Benutzern wurde beendet.}}',
  access_change_undo_started: 'Die Änderung wird rückgängig gemacht.',
  access_change_undone: 'Die Änderung wurde rückgängig gemacht.',
  access_change_undo_over: 'Diese Änderung lässt sich nicht mehr rückgängig machen.',
  hand_over_plan_exists: 'Für diesen Benutzer ist bereits eine Übergabe geplant. Machen Sie diese zuerst rückgängig.',
  hand_over_planned: 'Die Übergabe ist geplant.',
  hand_over_change_done: 'Das Konto wurde geschlossen.',
  hand_over_employer_changed: 'Der Benutzer hat seit der Planung der Übergabe einen anderen Arbeitgeber.',
  hand_over_change_not_done: 'Das Konto wurde nicht geschlossen.',
} satisfies Record<keyof typeof accessChangeTexts, string>
