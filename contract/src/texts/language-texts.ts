/** Texts of the choice of a language, and of the page before the application runs. */
export const languageTexts = {
  language_panel_title: 'Language',
  language_panel_help: 'The language of pages and emails. Changes apply immediately.',
  language_label: 'Language',
  language_system: 'System default ({language})',
  page_description: 'Your applications, announcements and documents in one calm place.',
  page_needs_script: '{product} needs JavaScript. Turn it on and reload this page.',
} as const
