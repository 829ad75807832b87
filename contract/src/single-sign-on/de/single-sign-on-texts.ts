import type { singleSignOnTexts } from '../single-sign-on-texts.ts'

/** German texts of opening applications by single sign-on. */
export const deSingleSignOnTexts = {
  sign_on_opening: '{name} wird geöffnet …',
  sign_on_title: 'Ihre Anwendung wird geöffnet',
  sign_on_unavailable_title: 'Diese Anwendung kann gerade nicht geöffnet werden',
  sign_on_unavailable:
    '{name} ist vorübergehend nicht verfügbar. Versuchen Sie es später erneut oder wenden Sie sich an Ihre Administration.',
  sign_on_no_account: 'Sie haben noch kein Konto in {name}. Bitten Sie Ihre Administration, eines einzurichten.',
  sign_on_request_over:
    'Diese Anmeldung ist abgelaufen oder wurde schon verwendet. Gehen Sie zurück zur Anwendung und versuchen Sie es erneut.',
  sign_on_request_refused:
    'Die Anfrage der Anwendung konnte nicht geprüft werden. Öffnen Sie sie aus dem Portal oder wenden Sie sich an ihren Support.',
  sign_on_no_page: 'In dieser Anwendung gibt es keine Seite zum Einrichten von Konten.',
  sign_on_choose_title: 'Konto wählen',
  sign_on_choose_lead: 'Sie haben mehrere Konten in {name}.',
  sign_on_last_used: '{name} (zuletzt verwendet)',
  sign_on_to_portal: 'Zum Portal',
  sign_on_again: 'Erneut versuchen',
} satisfies Record<keyof typeof singleSignOnTexts, string>
