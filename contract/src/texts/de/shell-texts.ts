import type { shellTexts } from '../shell-texts.ts'

/** German texts of the frame around every page. */
export const deShellTexts = {
  menu_main: 'Hauptmenü',
  offline_line:
    'Sie sind offline. Ihre Eingaben bleiben erhalten, und die Seite arbeitet weiter, sobald Sie wieder online sind.',
  offline_over: 'Sie sind wieder online.',
  file_page_title: 'Datei',
  menu_ask_for_application: 'Anwendung beantragen',
  menu_contact_us: 'Kontakt',
  session_ending_body: 'Zum Schutz Ihres Kontos werden Sie abgemeldet. Verbleibende Zeit: {time}.',
  typed_restored: 'Ihre Eingaben sind wiederhergestellt.',
  error_title: 'Diese Seite kann nicht angezeigt werden',
  error_hint: 'Versuchen Sie es erneut. Wenn das nicht hilft, wenden Sie sich an Ihre Kundenbetreuung.',
  error_reported: 'Wir wurden benachrichtigt.',
  error_updated: 'Das Portal wurde möglicherweise aktualisiert, nachdem Sie es geöffnet haben.',
  error_reference: 'Kennung für die Kundenbetreuung:',
  error_reference_copy: 'Kopieren',
} satisfies Record<keyof typeof shellTexts, string>
