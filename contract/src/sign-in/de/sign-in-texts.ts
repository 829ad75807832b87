import type { signInTexts } from '../sign-in-texts.ts'

/** German texts of sign-in and session. */
export const deSignInTexts = {
  login_title: 'Anmelden',
  login_user_id: 'Benutzername',
  login_password: 'Passwort',
  login_submit: 'Anmelden',
  login_forgot: 'Passwort vergessen?',
  login_invalid: 'Benutzername oder Passwort ist falsch.',
  login_not_logged_in: 'Sie sind nicht angemeldet. Bitte melden Sie sich erneut an.',
  login_origin_refused: 'Die Herkunft der Anfrage ist nicht zugelassen.',
  login_failed: 'Der Anmeldedienst konnte nicht aufgerufen werden',
  login_service_trouble: 'Das Portal hat gerade Probleme. Versuchen Sie es später erneut.',
  login_inactive: 'Ihr Konto ist inaktiv. Wenden Sie sich an Ihre Kundenbetreuung.',
  login_locked: 'Ihr Konto ist gesperrt. Versuchen Sie es später erneut oder wenden Sie sich an Ihre Kundenbetreuung.',
  login_locked_for_good: 'Ihr Konto ist gesperrt. Wenden Sie sich an Ihre Kundenbetreuung.',
  human_check_needed: 'Einen Moment, wir prüfen Ihren Browser.',
  human_check_failed: 'Ihr Browser konnte nicht geprüft werden. Laden Sie die Seite neu und versuchen Sie es erneut.',
  human_check_canceled:
    'Sie haben die Sicherheitsprüfung abgebrochen und sind nicht angemeldet. Versuchen Sie es erneut, wenn Sie so weit sind.',
  human_check_unavailable: 'Die Sicherheitsprüfung antwortet nicht. Versuchen Sie es erneut.',
  login_directory_again: 'Die Anmeldung mit Ihrem Firmenkonto wurde nicht abgeschlossen. Versuchen Sie es erneut.',
  login_directory_unknown:
    'Ihr Firmenkonto ist in diesem Portal nicht registriert. Wenden Sie sich an Ihre Kundenbetreuung.',
  login_displaced: 'Sie wurden abgemeldet, weil Sie sich an anderer Stelle angemeldet haben.',
  login_signed_out: 'Sie haben sich abgemeldet.',
  login_password_changed: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
  duplicate_session_title: 'Sie sind bereits an anderer Stelle angemeldet',
  duplicate_session_body:
    'Wenn Sie hier fortfahren, endet die andere Sitzung. Was dort nicht gespeichert ist, geht verloren.',
  duplicate_session_confirm: 'Hier fortfahren',
  duplicate_session_cancel: 'Abbrechen',
  session_ending_title: 'Sind Sie noch da?',
  session_stay: 'Angemeldet bleiben',
  session_sign_out: 'Abmelden',
  license_title: 'Lizenzvereinbarung',
  license_accept: 'Zustimmen',
  license_decline: 'Ablehnen und abmelden',
  gate_title: 'Noch ein Schritt',
} satisfies Record<keyof typeof signInTexts, string>
