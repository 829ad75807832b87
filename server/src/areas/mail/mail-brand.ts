import { brandColumns, brandJoins, type BrandRow } from '../branding/public.ts'
import type { MailBrand } from './mail-layout.ts'

/** The brand for a mail's reader, joined to `outbox_mails mail`. */
export interface MailBrandRow extends Pick<BrandRow, 'tile_color' | 'button_color' | 'logo_etag'> {
  client_id: number | null
  client_name: string | null
}

/** The fields of `outbox_mails mail` with those of its body. */
export const mailFieldsColumn = `coalesce((select body.fields from mail_bodies body where body.id = mail.body_id), '{}') || mail.fields as fields`

export const mailBrandColumns = `mail.client_id, client.name::text as client_name, ${brandColumns}`
export const mailBrandJoins = `left join clients client on client.id = mail.client_id ${brandJoins('mail.client_id')}`

/** A mail without a client has the brand of the product. */
export const mailBrandOf = (row: MailBrandRow, productName: string): MailBrand => ({
  clientName: row.client_name ?? productName,
  bandColor: row.tile_color,
  buttonColor: row.button_color,
  logoEtag: row.logo_etag,
})
