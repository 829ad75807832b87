import type { serviceTokenTexts } from '../service-token-texts.ts'

/** What the server answers to programs that call with a token, in German. */
export const deServiceTokenTexts = {
  service_token_refused: 'Dieses Token funktioniert nicht: Es ist unbekannt, abgelaufen oder widerrufen.',
  service_address_refused: 'Dieses Token kann von dieser Adresse aus nicht verwendet werden.',
  service_scope_missing: 'Dieser Aufruf braucht den Zugriffsbereich {scope}, den das Dienstkonto nicht hat.',
  service_call_closed: 'Dieser Aufruf steht Dienstkonten nicht offen.',
  service_gives_no_access: 'Dienstkonten können keinen Zugriff erteilen. Lassen Sie diese Liste leer.',
  service_token_in_address:
    'Senden Sie Token in der Kopfzeile „Authorization“, nie in einer Adresse. Ein Token, das in einer Adresse gesendet wurde, wird widerrufen.',
} satisfies Record<keyof typeof serviceTokenTexts, string>
