import type { userDetailsTexts } from '../user-details-texts.ts'

/** German texts about the details of a user, for the wizard, the profile and the server. */
export const deUserDetailsTexts = {
  user_name_missing: 'Geben Sie einen Benutzernamen ein.',
  user_name_invalid:
    'Verwenden Sie 3 bis 50 Buchstaben, Ziffern und . _ -, beginnend mit einem Buchstaben oder einer Ziffer.',
  user_name_taken: 'Dieser Benutzername ist vergeben.',
  user_phone_invalid: 'Geben Sie 10 Ziffern ein, zum Beispiel 206-555-0100.',
  user_extension_invalid: 'Verwenden Sie höchstens 10 Ziffern.',
  user_code_invalid:
    "Verwenden Sie nur Buchstaben, Ziffern, Leerzeichen und . , ' / -, beginnend mit einem Buchstaben oder einer Ziffer.",
  user_employer_missing: 'Fehler: Der Arbeitgeber fehlt.',
  user_employer_not_offered: 'Diesem Arbeitgeber können Sie keine Benutzer hinzufügen.',
  user_text_agreement_missing: 'Bitte stimmen Sie dem Empfang von SMS mit dem Kontrollkästchen zu',
  user_email_used: 'Diese E-Mail-Adresse verwendet bereits {name} ({userNm}).',
  user_email_free: 'Kein anderer Benutzer hat diese E-Mail-Adresse.',
  user_created: '{name} wurde angelegt. Ein vorläufiges Passwort wurde an {email} gesendet.',
} satisfies Record<keyof typeof userDetailsTexts, string>
