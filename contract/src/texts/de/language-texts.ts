import type { languageTexts } from '../language-texts.ts'

/** German texts of the choice of a language, and of the page before the application runs. */
export const deLanguageTexts = {
  language_panel_title: 'Sprache',
  language_panel_help: 'Die Sprache der Seiten und E-Mails. Änderungen gelten sofort.',
  language_label: 'Sprache',
  language_system: 'Wie im Browser ({language})',
  page_description: 'Ihre Anwendungen, Mitteilungen und Dokumente an einem ruhigen Ort.',
  page_needs_script: '{product} benötigt JavaScript. Schalten Sie es ein und laden Sie diese Seite neu.',
} satisfies Record<keyof typeof languageTexts, string>
