import type { giveAccessTexts } from '../give-access-texts.ts'

/** German texts of the dialog that gives or ends the access of many users. */
export const deGiveAccessTexts = {
  give_access_action: 'Zugriff geben …',
  give_access_end_action: 'Zugriff beenden …',
  give_access_open_title: 'Zugriff geben',
  give_access_end_open_title: 'Zugriff beenden',
  give_access_people: 'Benutzer',
  give_access_people_help: 'Gesucht wird nach Name, Benutzername oder E-Mail-Adresse.',
  give_access_person: '{name} ({userNm})',
  give_access_title: '{count, plural, one {# Benutzer} other {# Benutzern}} Zugriff geben',
  give_access_end_title: 'Zugriff von {count, plural, one {# Benutzer} other {# Benutzern}} beenden',
  give_access_from: 'Zugriff beginnt am',
  give_access_from_help:
    'Der erste Tag, höchstens {days, plural, one {# Tag} other {# Tage}} im Voraus. Leer: Der Zugriff beginnt sofort.',
  give_access_planned_lead: 'Die Änderung beginnt am {date}. Jeder Benutzer wird dann noch einmal geprüft.',
  give_access_planned: 'Der Zugriff wird am {date} gegeben.',
  give_access_until: 'Zugriff endet am',
  give_access_until_help: 'Der letzte Tag. Leer: kein geplantes Ende.',
  give_access_end_on: 'Endet am',
  give_access_end_on_help: 'Der letzte Tag. Leer: Der Zugriff endet sofort.',
  give_access_reason: 'Grund',
  give_access_reason_help: 'Wird im Prüfprotokoll aufbewahrt.',
  give_access_review: 'Prüfen',
  give_access_review_title: 'Änderung prüfen',
  give_access_back: 'Zurück',
  give_access_confirm: '{count, plural, one {# Benutzer} other {# Benutzern}} Zugriff geben',
  give_access_end_confirm: 'Zugriff von {count, plural, one {# Benutzer} other {# Benutzern}} beenden',
  give_access_counts:
    'Der Zugriff von {changed, plural, one {# Benutzer} other {# Benutzern}} ändert sich, {left, plural, one {# bleibt wie bisher} other {# bleiben wie bisher}}.',
  give_access_nobody_changes: 'Niemandes Zugriff ändert sich. Gehen Sie zurück und wählen Sie etwas anderes.',
  give_access_changed_users: 'Benutzer, deren Zugriff sich ändert',
  give_access_left_out_users: 'Benutzer, deren Zugriff bleibt, wie er ist',
  give_access_new: '{access}: neu',
  give_access_ends: '{access}: endet',
  give_access_changes: '{access}: {before} → {after}',
  give_access_reason_count: '{reason} ({count, number})',
  give_access_more: 'und {count, number} weitere',
  give_access_result:
    '{message} {left, plural, one {# Benutzer blieb wie bisher.} other {# Benutzer blieben wie bisher.}}',
  give_access_show: 'Änderungen anzeigen',
  give_access_stopped:
    'Die Änderung wurde angehalten. {count, plural, one {# Benutzer wurde geändert.} other {# Benutzer wurden geändert.}}',
  give_access_select_all: 'Alle {count, number} passenden auswählen',
  give_access_all_selected: 'Alle {count, number} passenden sind ausgewählt, auf allen Seiten',
  give_access_not_for_all: 'Das gilt für Benutzer, die Sie einzeln auswählen.',
} satisfies Record<keyof typeof giveAccessTexts, string>
