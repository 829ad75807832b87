import { SHIPPED_BUTTON_COLOR, SHIPPED_TILE_COLOR } from '@portico/contract/branding/brand-rules.ts'
import type { Db } from '../../db/database.ts'
import { runFirst, runOne } from '../../db/run.ts'
import { bytes, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'
import { type TtlCache, ttlCache } from '../../db/ttl-cache.ts'

/** Columns of BrandRow over `brandJoins`. */
export const brandColumns = `
  coalesce(own.tile_color, shared.tile_color, '${SHIPPED_TILE_COLOR}') as "tileColor",
  coalesce(own.button_color, shared.button_color, '${SHIPPED_BUTTON_COLOR}') as "buttonColor",
  coalesce(own.logo_etag, shared.logo_etag) as "logoEtag",
  case when own.logo_etag is null then coalesce(own.logo_dark_etag, shared.logo_dark_etag) else own.logo_dark_etag end as "logoDarkEtag",
  coalesce(own.home_background_etag, shared.home_background_etag) as "homeBackgroundEtag",
  coalesce(own.login_background_etag, shared.login_background_etag) as "loginBackgroundEtag"`

/** The newest brand of the client that the expression names, as `own`, and the default one, as `shared`. */
export const brandJoins = (clientId: string) => `
  left join lateral (select * from branding_versions where client_id = ${clientId} order by id desc limit 1) own on true
  left join lateral (select * from branding_versions where client_id is null order by id desc limit 1) shared on true`

const currentBrand = statement([nullable(int)], {
  name: 'branding: current brand',
  text: `select ${brandColumns} from (select 1) one ${brandJoins('$1')}`,
  row: {
    tileColor: text,
    buttonColor: text,
    logoEtag: nullable(text),
    // For dark backgrounds; it belongs to the logo beside it.
    logoDarkEtag: nullable(text),
    homeBackgroundEtag: nullable(text),
    loginBackgroundEtag: nullable(text),
  },
})

/** The effective brand of a client: its own values where set, else the default, part by part. */
export type BrandRow = RowOf<typeof currentBrand>

const clientOfCode = statement([text], {
  name: 'branding: client of code',
  text: 'select id from clients where lower(code) = lower($1) and not is_deleted order by id limit 1',
  row: { id: int },
})

const imageOfKey = statement([text], {
  name: 'branding: image of key',
  text: 'select image from brand_images where key = $1',
  row: { image: bytes },
})

/** Key of the brand that clients without their own have. */
export const DEFAULT_BRAND = 'default'
type BrandKey = number | typeof DEFAULT_BRAND

/** Brands by client id. One page load reads its parts in five calls. */
export type Brands = TtlCache<BrandKey, BrandRow>

export const brandsOf = (db: Db): Brands =>
  ttlCache({ ttlMs: 2_000, maxEntries: 500 }, (key: BrandKey) =>
    runOne(db, currentBrand(key === DEFAULT_BRAND ? null : key)),
  )

/**
 * Clients by the code in the address of their sign-in page. An unknown code gets the default brand, like a client
 * without a brand, so that the page does not reveal the clients.
 */
export const clientsByCode = (db: Db): TtlCache<string, BrandKey> =>
  ttlCache({ ttlMs: 2_000, maxEntries: 500 }, async (code: string): Promise<BrandKey> => {
    return (await runFirst(db, clientOfCode(code)))?.id ?? DEFAULT_BRAND
  })

/** An image of any brand by its key, the SHA-256 of its bytes. */
export async function findBrandImage(db: Db, key: string): Promise<Buffer | undefined> {
  return (await runFirst(db, imageOfKey(key)))?.image
}
