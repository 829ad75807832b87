import { brandColumns, brandJoins, type BrandRow } from '../branding/public.ts'
import type { MailBrand } from './mail-layout.ts'

/** The looks of a mail's reader, joined to `outbox_mails mail`. */
export interface MailBrandRow extends Pick<BrandRow, 'tile_colour' | 'button_colour' | 'logo_etag'> {
  client_name: string | null
}

export const mailBrandColumns = `client.name::text as client_name, ${brandColumns}`
export const mailBrandJoins = `left join clients client on client.id = mail.client_id ${brandJoins('mail.client_id')}`

/** Where no client is known the product speaks for itself. */
export const mailBrandOf = (row: MailBrandRow, productName: string): MailBrand => ({
  clientName: row.client_name ?? productName,
  bandColour: row.tile_colour,
  buttonColour: row.button_colour,
  logoEtag: row.logo_etag,
})
