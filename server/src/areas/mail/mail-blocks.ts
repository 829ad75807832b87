import { mailTexts as t } from '@portico/contract/texts/mail-texts.ts'
import type { z } from 'zod'

/** One part of a mail's body, told in plain text and in HTML. */
export type MailBlock =
  | { readonly kind: 'paragraph' | 'note'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'secret'; readonly label: string; readonly value: string }
  | { readonly kind: 'button'; readonly label: string; readonly path: string }

/** What a template says, before it gets its looks. */
export interface MailParts {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
  /** Why the reader gets this mail; the last line. */
  readonly why: string
  /** For a telephone: the first block alone, without HTML, letterhead and last line. */
  readonly isTextMessage?: true
}

/** What templates need to turn stored fields into words. */
export interface MailWords {
  /** A moment in the words of the portal's time zone. */
  time(moment: string): string
  /** A secret that was encrypted by sealMailSecret. */
  unseal(sealed: SealedSecret): string
}

/** A secret as it waits in the outbox: encrypted by sealMailSecret. */
export type SealedSecret = string & z.core.$brand<'sealed'>

export const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })
export const note = (text: string): MailBlock => ({ kind: 'note', text })
export const hello = (fields: { firstName: string }) => paragraph(fill(t.mail_hello, fields))
export const signIn: MailBlock = { kind: 'button', label: t.mail_sign_in, path: '/login' }
export const openPortal: MailBlock = { kind: 'button', label: t.mail_open_portal, path: '/' }
export const security = t.mail_why_security

/** Puts values into the braces of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (brace, name: string) => String(values[name] ?? brace))

export function factsOf(
  fields: { at: string; device: string | null; place: string | null },
  words: MailWords,
): MailBlock {
  const rows: [string, string | null][] = [
    [t.mail_when, words.time(fields.at)],
    [t.mail_device, fields.device],
    [t.mail_place, fields.place],
  ]
  return { kind: 'facts', rows: rows.filter((row): row is [string, string] => row[1] !== null) }
}
