import type { signInPageTexts } from '../sign-in-page-texts.ts'

/** Further German texts of the sign-in page. */
export const deSignInPageTexts = {
  login_show_password: 'Passwort anzeigen',
  login_hide_password: 'Passwort verbergen',
  login_continue: 'Weiter',
  login_password_later: 'Nach Ihrem Passwort fragen wir als Nächstes, wenn Sie hier eines haben.',
  login_company_account: 'Mit Firmenkonto anmelden',
  login_idle: 'Sie wurden abgemeldet, weil Sie nicht aktiv waren.',
  login_limit: 'Ihre Sitzung hat ihre Höchstdauer erreicht.',
  login_revoked: 'Sie wurden von einem anderen Browser aus abgemeldet.',
  login_ended_by_company: 'Ihre Firma hat Ihre Sitzung beendet.',
  login_typed_kept: 'Ihre Eingaben stellen wir nach der Anmeldung wieder her.',
  login_arriving: 'Sie werden angemeldet …',
  duplicate_session_device: 'Gerät',
  duplicate_session_place: 'Ort',
  duplicate_session_last_access: 'Zuletzt verwendet',
} satisfies Record<keyof typeof signInPageTexts, string>
