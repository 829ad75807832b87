import type { accountSettingsTexts } from '../account-settings-texts.ts'

/** German texts of the account settings. */
export const deAccountSettingsTexts = {
  settings_index: 'Auf dieser Seite',
  security_title: 'Anmeldung und Sicherheit',
  security_help: 'Wie Sie sich anmelden und Ihr Konto schützen.',
  security_password: 'Passwort',
  security_password_change: 'Passwort ändern',
  security_password_signs_out:
    'Wenn Sie Ihr Passwort ändern, werden Sie überall abgemeldet. Melden Sie sich mit dem neuen Passwort erneut an.',
  account_settings_cancel: 'Abbrechen',
  password_expires_in: 'Ihr Passwort läuft {days, plural, one {morgen} other {in # Tagen}} ab.',
  security_password_own: 'Sie melden sich mit einem Passwort für dieses Portal an.',
  security_password_of_company: 'Wird von Ihrer Firma verwaltet.',
} satisfies Record<keyof typeof accountSettingsTexts, string>
