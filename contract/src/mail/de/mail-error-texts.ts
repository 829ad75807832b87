import type { mailErrorTexts } from '../mail-error-texts.ts'

/** German reasons why an email was not delivered. */
export const deMailErrorTexts = {
  mail_error_late: 'Nicht rechtzeitig zugestellt. {error}',
  mail_error_too_late: 'Nicht rechtzeitig zugestellt.',
  mail_error_sender: 'Der Mailserver antwortete {answer} (auf den Absender PORTAL_MAIL_FROM)',
  mail_error_no_code: 'Der Mailserver antwortete ohne Code',
  mail_error_answered: 'Der Mailserver antwortete {answer}',
  mail_error_not_needed: 'Der Benutzer hat ein Passwort oder ist nicht mehr aktiv',
  mail_error_key_lost: 'Der Schlüssel des enthaltenen Geheimnisses ist verloren',
  mail_error_password: 'Der Mailserver nimmt Benutzer und Passwort von PORTAL_SMTP_URL nicht an ({details})',
  mail_error_name: 'Der Name des Mailservers ist nicht bekannt ({details})',
  mail_error_not_trusted: 'Keine vertrauenswürdige verschlüsselte Verbindung zum Mailserver ({details})',
  mail_error_no_answer: 'Der Mailserver antwortet nicht ({details})',
  mail_error_protocol: 'Was der Mailserver antwortet, ist kein SMTP ({details})',
  mail_error_connection: 'Der Mailserver ist nicht erreichbar oder hat die Verbindung beendet ({details})',
  mail_error_socket: 'Der Mailserver ist nicht erreichbar oder nicht vertrauenswürdig ({details})',
  mail_error_not_handed_over: 'Die E-Mail konnte nicht übergeben werden ({details})',
  mail_error_receiver: 'Der Empfänger ist keine einzelne einfache Adresse',
  mail_error_template: 'Es gibt keine Vorlage {template}',
} satisfies Record<keyof typeof mailErrorTexts, string>
