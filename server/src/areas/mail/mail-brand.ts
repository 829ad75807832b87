import { brandColumns, brandJoins, type BrandRow } from '../branding/public.ts'
import { type Language, languageOfCode } from '@portico/contract/texts/languages.ts'
import type { TextAudience } from '../../http/sentences.ts'
import { int, nullable, text } from '../../db/statement.ts'
import type { MailBrand } from '@portico/contract/mail/mail-layout.ts'

/** The brand and the language for a mail's reader, joined to `outbox_mails mail`. */
export interface MailBrandRow extends Pick<BrandRow, 'tileColor' | 'buttonColor' | 'logoEtag'> {
  clientId: number | null
  clientName: string | null
  /** Chosen for the account of the reader, or else that of their latest sign-in; null: none, or no account. */
  language: string | null
}

/** What `mailBrandColumns` select. */
export const mailBrandRow = {
  clientId: nullable(int),
  clientName: nullable(text),
  language: nullable(text),
  tileColor: text,
  buttonColor: text,
  logoEtag: nullable(text),
  logoDarkEtag: text,
  homeBackgroundEtag: text,
  loginBackgroundEtag: text,
}

/** The fields of `outbox_mails mail` with those of its body. */
export const mailFieldsColumn = `coalesce((select body.fields from mail_bodies body where body.id = mail.body_id), '{}') || mail.fields as fields`

/**
 * Of the named account, or else of the one that has the address; where several have it, one of the mail's client.
 * Readers who chose none get that of the browser in which they signed in last; an emulated session has none.
 */
const readerLanguage = `
  coalesce(
    (select language from users where id = mail.reader_id),
    (select language from users where email_folded = fold_email(mail.to_address) and language is not null
      order by client_id is distinct from mail.client_id, status, id limit 1),
    (select language from sessions where user_id = mail.reader_id and language is not null
      order by created_at desc limit 1))`

export const mailBrandColumns = `
  mail.client_id as "clientId", client.name::text as "clientName", ${readerLanguage} as language, ${brandColumns}`
export const mailBrandJoins = `left join clients client on client.id = mail.client_id ${brandJoins('mail.client_id')}`

/** A mail without a client has the brand of the product. */
export const mailBrandOf = (row: MailBrandRow, productName: string): MailBrand => ({
  clientName: row.clientName ?? productName,
  bandColor: row.tileColor,
  buttonColor: row.buttonColor,
  logo: row.logoEtag && `/ccservices/images/branding/${row.logoEtag}`,
})

/** Returns who reads a mail: without a language of their own and a sign-in they read the portal's. */
export const mailAudienceOf = (row: MailBrandRow, defaultLanguage: Language): TextAudience => ({
  clientId: row.clientId,
  language: languageOfCode(row.language) ?? defaultLanguage,
})
