import { deviceSentence, placeSentence, wordDescription } from '@portico/contract/session/device-words.ts'
import type { MailBlock } from '@portico/contract/mail/mail-layout.ts'
import type { Template, ValuesOf } from '@portico/contract/texts/format-message.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { MailTexts } from '@portico/contract/mail/mail-texts.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { z } from 'zod'

/** What templates render stored fields with. */
export interface MailFormatters {
  readonly language: Language
  /** In the wording of the reader's client, in that language. */
  readonly texts: MailTexts
  /** Fills the placeholders of a text. */
  format<Text extends string | Template<string>>(text: Text, values: ValuesOf<Text>): string
  /** Words a text of the resource table, such as the browser or the place of a sign-in. */
  readonly describe: (text: { key: TextKey; values: Readonly<Record<string, string>> }) => string
  /** Formats a time in the portal's time zone. */
  time(moment: string): string
  /** Shows a stored telephone number. */
  phone(stored: string): string
  /** Decrypts a secret that was encrypted by sealMailSecret. */
  unseal(sealed: SealedSecret): string
}

/** A secret in the outbox, encrypted by sealMailSecret. */
export type SealedSecret = string & z.core.$brand<'sealed'>

export const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })
export const note = (text: string): MailBlock => ({ kind: 'note', text })
export const hello = (fields: { firstName: string }, words: MailFormatters) =>
  paragraph(words.format(words.texts.mail_hello, fields))
export const signIn = ({ texts: t }: MailFormatters): MailBlock => ({
  kind: 'button',
  label: t.mail_sign_in,
  path: '/login',
})
export const openPortal = ({ texts: t }: MailFormatters): MailBlock => ({
  kind: 'button',
  label: t.mail_open_portal,
  path: '/',
})

export function signInFacts(
  { at, device, place }: { at: string; device: string | null; place: string | null },
  { texts: t, ...words }: MailFormatters,
): MailBlock {
  const rows: [string, string | null][] = [
    [t.mail_when, words.time(at)],
    [t.mail_device, device && wordDescription(device, deviceSentence(device), words.describe)],
    [t.mail_place, place && wordDescription(place, placeSentence(place), words.describe)],
  ]
  return { kind: 'facts', rows: rows.filter((row): row is [string, string] => row[1] !== null) }
}
