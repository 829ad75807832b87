import { FRESH_SIGN_IN_MINUTES } from '../../kit/reauthentication.ts'
import type { reauthenticationTexts } from '../reauthentication-texts.ts'

/** German texts of confirming who one is before a sensitive change. */
export const deReauthenticationTexts = {
  reauth_needed: 'Bestätigen Sie Ihre Identität, um fortzufahren.',
  reauth_title: 'Identität bestätigen',
  reauth_lead: `Das erfordert eine neuere Anmeldung, damit niemand sonst es auf Ihrem Gerät tun kann. Ihre Anmeldung liegt mehr als ${FRESH_SIGN_IN_MINUTES} Minuten zurück.`,
  reauth_password_label: 'Ihr Passwort',
  reauth_password_submit: 'Bestätigen',
  reauth_factor_submit: 'Bestätigen',
  reauth_cancel: 'Abbrechen',
  reauth_canceled: 'Nicht gespeichert: Sie haben Ihre Identität nicht bestätigt.',
  reauth_provider_lead:
    'Sie melden sich bei Ihrer Firma an und kehren mit Ihren Eingaben auf diese Seite zurück. Speichern Sie dann erneut.',
  reauth_provider_submit: 'Bei Ihrer Firma anmelden',
  reauth_none_lead: 'Melden Sie sich ab und wieder an und nehmen Sie dann die Änderung vor.',
  reauth_failed: 'Diese Anmeldung konnte nicht verwendet werden. Versuchen Sie es erneut.',
  reauth_other_user: 'Sie haben sich als anderer Benutzer angemeldet. Es wurde nichts geändert.',
  reauth_directory_unavailable: 'Das Verzeichnis Ihrer Firma ist nicht verfügbar. Versuchen Sie es gleich noch einmal.',
} satisfies Record<keyof typeof reauthenticationTexts, string>
