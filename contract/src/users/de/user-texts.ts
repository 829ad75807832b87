import type { userTexts } from '../user-texts.ts'

/** German sentences of user administration that the server answers. */
export const deUserTexts = {
  user_not_found: 'Diesen Benutzer gibt es nicht mehr, oder Sie verwalten ihn nicht.',
  user_status_changed:
    'Der Status oder die Sperre dieses Benutzers hat sich inzwischen geändert. Es wurde nichts getan.',
  user_not_yourself: 'Für Ihr eigenes Konto ist das nicht möglich.',
  user_stronger: 'Dieser Benutzer hat Verwaltungsrechte, die Sie nicht haben.',
  user_last_portal_admin: 'Das ist der letzte Administrator des Portals. Machen Sie zuerst jemand anderes dazu.',
  user_already_active: 'Dieser Benutzer ist bereits aktiv.',
  user_already_inactive: 'Dieser Benutzer ist bereits inaktiv.',
  user_erasure_due:
    'Dieser Benutzer lässt sich nicht mehr wiederherstellen: Die personenbezogenen Daten werden gelöscht.',
  user_restore_portal_admin_only: 'Nur Administratoren des Portals können gelöschte Benutzer wiederherstellen.',
  user_no_own_password: 'Dieser Benutzer meldet sich bei seiner Firma an. Das Portal speichert für ihn kein Passwort.',
  user_sign_on_not_active: 'Anmelden können Sie sich nur als Benutzer, die aktiv und nicht gesperrt sind.',
  user_sign_on_us_associate: 'Nur US-Mitarbeiter dürfen sich als andere US-Mitarbeiter anmelden.',
  user_inactivated: 'Der Benutzer wurde deaktiviert. Die Sitzungen sind beendet.',
  user_reactivated: 'Der Benutzer wurde wieder aktiviert.',
  user_deleted: 'Der Benutzer wurde gelöscht. Die Sitzungen sind beendet.',
  user_locked: 'Der Benutzer wurde gesperrt. Die Sitzungen sind beendet.',
  user_unlocked: 'Der Benutzer wurde entsperrt.',
  user_sessions_ended: 'Die Sitzungen des Benutzers sind beendet.',
  user_password_reset: 'Ein vorläufiges Passwort wurde dem Benutzer per E-Mail gesendet. Die Sitzungen sind beendet.',
  user_second_factor_reset:
    'Der zweite Faktor wurde zurückgesetzt. Bei der nächsten Anmeldung richtet der Benutzer einen neuen ein.',
  user_second_factor_none: 'Der Sicherheitsanbieter kennt keine Einrichtung dieses Benutzers.',
  user_second_factor_deleted: 'Der Benutzer wurde beim Sicherheitsanbieter entfernt.',
} satisfies Record<keyof typeof userTexts, string>
