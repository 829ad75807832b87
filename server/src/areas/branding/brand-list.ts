import type { Db } from '../../db/database.ts'
import { type Remembered, remembered } from '../../db/remembered.ts'

/** The brand in force for a client: its own where it set one, else the default, part by part. */
export interface BrandRow {
  tile_colour: string
  button_colour: string
  logo_etag: string | null
  home_background_etag: string | null
  login_background_etag: string | null
}

/** Colours of a portal that nobody has branded yet. */
const SHIPPED_TILE_COLOUR = '3b5b8c'
const SHIPPED_BUTTON_COLOUR = '2f5d9f'

const currentBrand = `
  with own as (select * from branding_versions where client_id = $1 order by id desc limit 1),
  shared as (select * from branding_versions where client_id is null order by id desc limit 1)
  select coalesce(o.tile_colour, s.tile_colour, '${SHIPPED_TILE_COLOUR}') as tile_colour,
         coalesce(o.button_colour, s.button_colour, '${SHIPPED_BUTTON_COLOUR}') as button_colour,
         coalesce(o.logo_etag, s.logo_etag) as logo_etag,
         coalesce(o.home_background_etag, s.home_background_etag) as home_background_etag,
         s.login_background_etag
    from (select 1) one left join own o on true left join shared s on true`

/** Brands by the client's id; null = the default. One visit asks for its parts in five calls. */
export type Brands = Remembered<number | null, BrandRow>

export const brandsOf = (db: Db): Brands =>
  remembered({ milliseconds: 2_000, most: 500 }, (clientId: number | null) => readBrand(db, clientId))

async function readBrand(db: Db, clientId: number | null): Promise<BrandRow> {
  const [row] = await db.prepared<BrandRow>('brand', currentBrand, [clientId])
  if (!row) throw new Error('The brand query answered no row')
  return row
}

/** An image of any brand by its key, the SHA-256 of its bytes. */
export async function findBrandImage(db: Db, key: string): Promise<Buffer | undefined> {
  const [row] = await db.prepared<{ image: Buffer }>(
    'brand-image',
    `select case when logo_etag = $1 then logo when home_background_etag = $1 then home_background else login_background end as image
       from branding_versions where logo_etag = $1 or home_background_etag = $1 or login_background_etag = $1 limit 1`,
    [key],
  )
  return row?.image
}
