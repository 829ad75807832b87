import type { userListTexts } from '../user-list-texts.ts'

/** German texts of the user list and of its dialogs. */
export const deUserListTexts = {
  users_subtitle: 'Finden Sie einen Benutzer und erledigen Sie, was nötig ist.',
  users_import: 'Benutzer importieren',
  users_add: 'Benutzer hinzufügen',
  users_search: 'Name oder E-Mail suchen',
  users_status: 'Status',
  users_none: 'Es gibt noch keine Benutzer.',
  users_count: 'Gefundene Benutzer: {count, number}',
  users_count_of: 'Gefundene Benutzer von {employer}: {count, number}',
  users_first_name: 'Vorname',
  users_last_name: 'Nachname',
  users_user_id: 'Benutzername',
  users_email: 'E-Mail',
  users_employer: 'Arbeitgeber',
  users_last_sign_in: 'Letzte Anmeldung',
  users_last_sign_in_utc: 'Letzte Anmeldung (UTC)',
  users_signed_in_before: 'Letzte Anmeldung vor',
  users_never: 'Nie',
  users_closes_on: 'Wird am {date} geschlossen',
  users_locked: 'Gesperrt',
  users_status_locked: '{status}, gesperrt',
  users_only_employer: 'Nur dieser Arbeitgeber',

  user_reset_second_factor: 'Zweiten Faktor zurücksetzen',
  user_reset_second_factor_title: 'Zweiten Faktor zurücksetzen ({provider})',
  user_reset_second_factor_body:
    '{name} verliert jeden zweiten Faktor und richtet bei der nächsten Anmeldung einen neuen ein. Alle Sitzungen enden.',
  user_reset_second_factor_confirm: 'Zweiten Faktor zurücksetzen',
  user_remove_at_provider: 'Benutzer bei {provider} entfernen',
  user_remove_at_provider_body: 'Sie können {name} bei {provider} entfernen, mit allem, was dort noch vorhanden ist.',
  user_provider_duo: 'DUO',
  user_reset_password: 'Passwort zurücksetzen',
  user_reset_password_body:
    'Das Portal sendet {name} ein vorläufiges Passwort per E-Mail, gültig für 24 Stunden. Das bisherige Passwort funktioniert nicht mehr, eine Sperre wird aufgehoben und alle Sitzungen enden.',
  user_delete: 'Benutzer löschen',
  user_delete_body:
    '{name} kann sich nicht mehr anmelden, und alle Sitzungen enden. Administratoren des Portals können das Konto wiederherstellen.',
  user_inactivate: 'Benutzer deaktivieren',
  user_inactivate_body:
    '{name} kann sich nicht anmelden, bis die Administration das Konto wieder aktiviert. Alle Sitzungen enden.',
  user_reactivate: 'Benutzer wieder aktivieren',
  user_reactivate_body: '{name} kann sich wieder anmelden. Auch eine Sperre wird aufgehoben.',
  user_restore: 'Benutzer wiederherstellen',
  user_restore_body:
    '{name} kann sich wieder anmelden, mit den bisherigen Berechtigungen. Auch eine Sperre wird aufgehoben.',
  user_lock: 'Benutzer sperren',
  user_lock_body: '{name} kann sich nicht anmelden, bis die Administration das Konto entsperrt. Alle Sitzungen enden.',
  user_unlock: 'Benutzer entsperren',
  user_unlock_body: '{name} kann sich wieder anmelden und hat wieder alle Passwortversuche.',
  user_end_sessions: 'Sitzungen beenden',
  user_end_sessions_body: '{name} wird überall abgemeldet und kann sich sofort wieder anmelden.',
  user_action_no_answer: 'Es ist ein Fehler aufgetreten.',

  user_is_deleted: 'Dieser Benutzer ist gelöscht.',
  user_not_active: 'Dieser Benutzer ist nicht aktiv.',
  user_not_inactive: 'Dieser Benutzer ist aktiv.',
  user_is_locked: 'Dieser Benutzer ist bereits gesperrt.',
  user_is_unlocked: 'Dieser Benutzer ist nicht gesperrt.',
  user_portal_admin_only: 'Das können nur Administratoren des Portals.',
  user_second_factor_off: 'Dieses Portal verlangt keinen zweiten Faktor.',

  users_bulk_title: '{action}: {count, number} ausgewählt',
  users_bulk_names: 'Ausgewählte Benutzer',
  users_bulk_more: 'und {count, number} weitere',
  users_bulk_excluded: 'Für {count, number} davon ist das nicht möglich. Das Ergebnis nennt die Gründe.',
  users_bulk_reset_password:
    'Das Portal sendet allen ein vorläufiges Passwort per E-Mail, gültig für 24 Stunden. Die bisherigen Passwörter funktionieren nicht mehr, Sperren werden aufgehoben und alle Sitzungen enden. Wer sich beim eigenen Unternehmen anmeldet, wird ausgelassen: Das Portal führt dafür kein Passwort.',
  users_bulk_delete:
    'Niemand davon kann sich mehr anmelden, und alle Sitzungen enden. Administratoren des Portals können die Konten wiederherstellen.',
  users_bulk_inactivate:
    'Niemand davon kann sich anmelden, bis die Administration die Konten wieder aktiviert. Alle Sitzungen enden.',
  users_bulk_reactivate: 'Alle können sich wieder anmelden. Auch Sperren werden aufgehoben.',
  users_bulk_restore:
    'Alle können sich wieder anmelden, mit den bisherigen Berechtigungen. Auch Sperren werden aufgehoben.',
  users_bulk_lock:
    'Niemand davon kann sich anmelden, bis die Administration die Konten entsperrt. Alle Sitzungen enden.',
  users_bulk_unlock: 'Alle können sich wieder anmelden und haben wieder alle Passwortversuche.',
  users_bulk_end_sessions: 'Alle werden überall abgemeldet und können sich sofort wieder anmelden.',
  users_bulk_none: 'Das ist für keinen der ausgewählten Benutzer möglich.',
  users_bulk_progress: '{done, number} von {count, number} erledigt',
  users_bulk_results: '{action}: Ergebnisse',
  users_bulk_done: 'Für {done, number} von {count, plural, one {# Benutzer} other {# Benutzern}} erledigt.',
  users_bulk_undo_part:
    'Rückgängig machen gilt für {count, number} davon: Die anderen hatten vorher einen anderen Zustand.',
  users_bulk_user: 'Benutzer',
  users_bulk_result: 'Ergebnis',
  users_bulk_not_tried: 'Nicht versucht, weil das Portal bei einem Fehler angehalten hat.',
} satisfies Record<keyof typeof userListTexts, string>
