import type { openIdTexts } from '../openid-texts.ts'

/** German texts of single sign-on to applications: pages on the way to one. */
export const deOpenIdTexts = {
  openid_title: 'Anwendung wird geöffnet',
  openid_opening: 'Sie werden bei der Anwendung angemeldet …',
  openid_failed_title: 'Die Anwendung kann nicht geöffnet werden',
  openid_expired:
    'Diese Anfrage ist abgelaufen, wurde schon verwendet oder in einem anderen Browser begonnen. Öffnen Sie die Anwendung erneut.',
  openid_no_permission:
    'Sie haben keinen Zugriff auf {application}. Wenden Sie sich an Ihre Administration, wenn Sie ihn brauchen.',
  openid_return: 'Zurück zu {application}',
  openid_to_portal: 'Zum Portal',
  openid_refused_title: 'Das Portal hat diese Anfrage abgelehnt',
  openid_refused:
    'Eine Anwendung hat eine Anfrage gesendet, die das Portal nicht annehmen kann. Es wurde nichts an sie gesendet. Öffnen Sie die Anwendung aus dem Portal oder wenden Sie sich an ihre Verantwortlichen.',
  openid_refused_reason: 'Code für die Verantwortlichen der Anwendung: {reason}',
} satisfies Record<keyof typeof openIdTexts, string>
