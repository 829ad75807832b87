import { SIGN_INS_SHOWN } from '../../limits.ts'
import type { sessionTexts } from '../session-texts.ts'

/** German texts of the session list and the sign-in history in the account settings. */
export const deSessionTexts = {
  sessions_title: 'Wo Sie angemeldet sind',
  sessions_help: 'Wenn Sie eine Sitzung nicht kennen, melden Sie sie ab und ändern Sie Ihr Passwort.',
  sessions_current: 'Dieser Browser',
  sessions_last_used: 'Zuletzt verwendet: {moment}',
  sessions_since: 'Angemeldet: {moment}',
  sessions_end_others: 'Andere Sitzungen abmelden',
  sessions_end_others_confirm: '{count, plural, one {# Sitzung} other {# Sitzungen}} abmelden',
  sessions_end_others_body:
    'Was in diesen Sitzungen nicht gespeichert ist, geht verloren. Hier bleiben Sie angemeldet.',
  sessions_ended: 'Andere Sitzungen abgemeldet',
  sessions_only_this: 'Sie sind nirgendwo sonst angemeldet.',
  sign_ins_title: 'Letzte Anmeldungen',
  sign_ins_help: `Die letzten ${SIGN_INS_SHOWN} Anmeldeversuche mit Ihrem Benutzernamen.`,
  sign_ins_from: 'Ort: {place}',
  sign_ins_all: 'Alle {count, number} anzeigen',
  sign_ins_fewer: 'Weniger anzeigen',
  sign_ins_opened: 'Angemeldet',
  sign_ins_duplicate: 'Eine andere Sitzung war offen',
  sign_ins_factor: 'Passwort richtig, zweiter Schritt nicht abgeschlossen',
  sign_ins_stopped: 'Passwort richtig, Zugang verweigert',
  sign_ins_failed: 'Fehlgeschlagen',
  sign_ins_not_me: 'Das war ich nicht',
  sign_ins_not_me_about: 'Das war ich nicht: {moment}',
  sign_ins_not_me_title: 'Waren Sie das nicht?',
  sign_ins_not_me_body:
    'Wir melden alle Ihre anderen Sitzungen ab, entfernen Ihre vertrauenswürdigen Geräte und sperren Ihr aktuelles Passwort. Danach wählen Sie ein neues.',
  sign_ins_not_me_body_company: 'Wir melden alle Ihre anderen Sitzungen ab. Ändern Sie Ihr Passwort bei Ihrer Firma.',
  sign_ins_not_me_confirm: 'Mein Konto sichern',
  sign_ins_not_me_done: 'Andere Sitzungen abgemeldet',
  sign_in_is_this_one: 'Diese Anmeldung stammt aus dem Browser, den Sie gerade verwenden.',
  sign_ins_none: 'Noch keine Anmeldungen.',
} satisfies Record<keyof typeof sessionTexts, string>
