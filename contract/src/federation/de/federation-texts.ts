import type { federationTexts } from '../federation-texts.ts'

/** German texts of federated sign-on: the company's own identity provider signs its people in. */
export const deFederationTexts = {
  /** The server's sentence follows (SIGN-071). */
  sso_error: 'Fehler beim Aufruf der Anmeldedienste:',
  sso_expired:
    'Diese Anmeldung ist abgelaufen, wurde schon verwendet oder in einem anderen Browser begonnen. Melden Sie sich erneut an.',
  sso_answer_refused:
    'Die Antwort der Anmeldung Ihrer Firma konnte nicht geprüft werden. Versuchen Sie es erneut. Wenn das nicht hilft, wenden Sie sich an Ihre Kundenbetreuung.',
  sso_company_refused:
    'Ihre Firma hat Sie nicht angemeldet. Versuchen Sie es erneut oder wenden Sie sich an den IT-Support Ihrer Firma.',
  sso_unknown_user:
    'Ihr Firmenkonto ist für dieses Portal nicht eingerichtet. Wenden Sie sich an Ihre Kundenbetreuung.',
  sso_no_provider: 'Diese Firmenanmeldung gibt es hier nicht. Melden Sie sich erneut an.',
  sso_arriving: 'Sie werden angemeldet …',
  sso_failed_title: 'Sie sind nicht angemeldet',
  sso_again: 'Erneut anmelden',
  sso_signed_out_title: 'Sie sind abgemeldet',
  sso_signed_out_body: 'Ihre Sitzung im Portal ist beendet, und ihre Daten wurden aus diesem Browser entfernt.',
  sso_signed_out_company:
    'Bei Ihrem Firmenkonto sind Sie vielleicht noch angemeldet. Wenn Sie dieses Gerät mit anderen teilen, melden Sie sich auch dort ab.',
  sso_sign_out_company: 'Vom Firmenkonto abmelden',
} satisfies Record<keyof typeof federationTexts, string>
