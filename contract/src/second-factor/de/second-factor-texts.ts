import { FACTOR_ATTEMPTS_MINUTES, FACTOR_CHANGE_MINUTES } from '../../limits.ts'
import type { secondFactorTexts } from '../second-factor-texts.ts'

/** German texts of the second factor that the server says. */
export const deSecondFactorTexts = {
  second_factor_title: 'Identität bestätigen',
  second_factor_unauthorized: 'Nicht berechtigt.',
  second_factor_failed_duo: 'Die Einrichtung bei DUO ist fehlgeschlagen.',
  second_factor_failed_built_in: 'Die Einrichtung des zweiten Faktors ist fehlgeschlagen.',
  second_factor_expired: 'Dieser Schritt ist abgelaufen. Melden Sie sich erneut an.',
  second_factor_not_reached: 'DUO ist gerade nicht erreichbar. Versuchen Sie es in einigen Minuten erneut.',
  second_factor_code_wrong: 'Dieser Code ist falsch oder wurde schon verwendet. Geben Sie den aktuellen Code ein.',
  second_factor_recovery_wrong: 'Das ist keiner Ihrer unbenutzten Wiederherstellungscodes.',
  second_factor_passkey_wrong:
    'Dieser Passkey wurde nicht angenommen. Versuchen Sie es erneut oder nutzen Sie einen anderen Weg.',
  second_factor_passkey_not_added: 'Dieser Passkey konnte nicht hinzugefügt werden. Versuchen Sie es erneut.',
  second_factor_too_many: `Zu viele Versuche. Warten Sie ${FACTOR_ATTEMPTS_MINUTES} Minuten und versuchen Sie es erneut.`,
  second_factor_skip_refused:
    'Für Ihr Konto ist ein zweiter Faktor erforderlich. Die Einrichtung kann nicht übersprungen werden.',
  second_factor_fresh_sign_in: `Melden Sie sich zuerst erneut an. Diese Änderung ist innerhalb von ${FACTOR_CHANGE_MINUTES} Minuten nach der Anmeldung möglich.`,
  second_factor_last:
    'Für Ihr Konto ist ein zweiter Faktor erforderlich. Fügen Sie einen anderen hinzu, bevor Sie diesen entfernen.',
  second_factor_not_here: 'DUO verwaltet Ihren zweiten Faktor. Ändern Sie ihn dort.',
} satisfies Record<keyof typeof secondFactorTexts, string>
