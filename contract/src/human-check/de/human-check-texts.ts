import type { humanCheckTexts } from '../human-check-texts.ts'

/** German texts of the window in which a service checks whether a person is there. */
export const deHumanCheckTexts = {
  human_check_title: 'Sicherheitsprüfung',
  human_check_lead:
    'Das schützt Konten davor, dass Programme Passwörter durchprobieren. Danach geht die Anmeldung von selbst weiter.',
  human_check_label: 'Prüfung, ob Sie ein Mensch sind',
  human_check_loading: 'Die Sicherheitsprüfung wird geladen …',
  human_check_checking: 'Wird geprüft …',
  human_check_expired: 'Die Sicherheitsprüfung ist abgelaufen. Führen Sie sie erneut durch.',
  human_check_not_loaded:
    'Die Sicherheitsprüfung konnte nicht geladen werden. Versuchen Sie es erneut, schalten Sie Inhaltsblocker aus oder nutzen Sie ein anderes Netzwerk.',
  human_check_again: 'Erneut versuchen',
  human_check_cancel: 'Abbrechen',
} satisfies Record<keyof typeof humanCheckTexts, string>
