import { RECOVERY_LINK_MINUTES } from '../../limits.ts'
import type { recoveryTexts } from '../recovery-texts.ts'

/** German texts of the forgot-password wizard. */
export const deRecoveryTexts = {
  recovery_title: 'Passwort vergessen',
  recovery_step: 'Schritt {step} von 3',
  recovery_user_help: 'Der Name, mit dem Sie sich anmelden.',
  recovery_user_missing: 'Geben Sie Ihren Benutzernamen ein.',
  recovery_answer_help: 'Groß- und Kleinschreibung spielt keine Rolle.',
  recovery_question: 'Ihre Sicherheitsfrage',
  recovery_next: 'Weiter',
  recovery_previous: 'Zurück',
  recovery_login: 'Anmelden',
  recovery_done_title: 'Prüfen Sie Ihren Posteingang',
  recovery_sent:
    'Wenn wir Ihr Konto gefunden haben, erhalten Sie eine E-Mail. Wenden Sie sich an Ihre Kundenbetreuung, wenn Sie weitere Hilfe benötigen.',
  recovery_no_match:
    'Benutzername und Antwort passen nicht zu unseren Daten. Prüfen Sie beide und versuchen Sie es noch einmal, oder wenden Sie sich an Ihre Kundenbetreuung.',
  recovery_valid: 'Die E-Mail enthält ein vorläufiges Passwort. Es funktioniert einmal und gilt {time}.',
  recovery_nothing:
    'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder gehen Sie zurück und antworten Sie noch einmal, um eine weitere zu erhalten.',
  recovery_link_step: 'Schritt {step} von 2',
  recovery_link_valid: 'Der Link in der E-Mail funktioniert einmal und gilt {time}.',
  recovery_link_nothing:
    'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder gehen Sie zurück und fordern Sie einen neuen Link an.',
  recovery_link_title: 'Neues Passwort wählen',
  recovery_link_body: 'Für {userName}. Damit werden Sie überall abgemeldet.',
  recovery_link_submit: 'Neues Passwort speichern',
  recovery_link_over_title: 'Dieser Link funktioniert nicht mehr',
  recovery_link_over: `Ein Link funktioniert einmal und gilt ${RECOVERY_LINK_MINUTES} Minuten. Nur der neueste ist gültig. Öffnen Sie ihn noch einmal aus Ihrer E-Mail oder fordern Sie einen neuen an.`,
  recovery_link_again: 'Neuen Link anfordern',
  recovery_token_failed: 'Die Anmeldung konnte nicht vorbereitet werden (CSRF-Token)',
  recovery_too_often: 'Zu viele Versuche. Versuchen Sie es später erneut oder wenden Sie sich an Ihre Kundenbetreuung.',
} satisfies Record<keyof typeof recoveryTexts, string>
