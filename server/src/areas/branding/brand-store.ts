import { createHash } from 'node:crypto'
import type { BrandMode } from '@portico/contract/branding/brand-rules.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import type { BrandParts } from './branding-rules.ts'
import { queue, run, runFirst } from '../../db/run.ts'
import { bytes, instant, int, json, nullable, statement, text, textOf } from '../../db/statement.ts'

/** A saved brand of a client, or of the portal. */
export interface BrandVersion extends BrandParts {
  id: number
  mode: BrandMode
  changedAt: Date
  /** Null: nobody, or a user whom the scope does not show. */
  changedByName: string | null
}

/** Versions that a history shows. */
const HISTORY_LENGTH = 50

const versions = statement([nullable(int), int, int], {
  name: 'branding: versions',
  text: `
  select version.id, version.mode, version.tile_color as "tileColor", version.button_color as "buttonColor",
         json_build_object('logoImage', logo_etag, 'logoDarkImage', logo_dark_etag,
                           'homeImage', home_background_etag, 'loginImage', login_background_etag) as images,
         version.created_at as "changedAt", ${userNameSql('version.created_by')} as "changedByName"
    from branding_versions version
   where version.client_id is not distinct from $1
   order by version.id desc limit $2 offset $3`,
  row: {
    id: int,
    mode: textOf<BrandMode>(),
    tileColor: nullable(text),
    buttonColor: nullable(text),
    images: json<BrandVersion['images']>(),
    changedAt: instant,
    changedByName: nullable(text),
  },
})

const addVersion = statement(
  [
    nullable(int),
    text,
    nullable(text),
    nullable(text),
    nullable(text),
    nullable(text),
    nullable(text),
    nullable(text),
    int,
  ],
  {
    name: 'branding: add version',
    text: `
  insert into branding_versions (client_id, mode, tile_color, button_color, logo_etag, logo_dark_etag,
    home_background_etag, login_background_etag, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    row: { id: int },
  },
)

// The tables `branding_versions` and `brand_images`; a client id of null is the portal itself.

const findBrand = async (tx: Tx, clientId: number | null, back: number) =>
  await runFirst(tx, versions(clientId, 1, back))

const takeLockRow = statement([int], {
  name: 'branding: take lock row',
  text: `select from pg_advisory_xact_lock(hashtext('brand'), $1)`,
})

/** Holds all other changes of this brand until the transaction ends. */
export function lockBrand(tx: Tx, clientId: number | null): void {
  queue(tx, takeLockRow(clientId ?? 0))
}

const selectClients = statement([int], {
  name: 'branding: select clients',
  text: 'select name::text from clients where id = $1 and not is_deleted',
  row: { name: text },
})

/** The name of a client that exists. */
export const findClientName = async (tx: Tx, clientId: number): Promise<string | undefined> =>
  (await runFirst(tx, selectClients(clientId)))?.name

export const findCurrentBrand = (tx: Tx, clientId: number | null): Promise<BrandVersion | undefined> =>
  findBrand(tx, clientId, 0)

export const findPreviousBrand = (tx: Tx, clientId: number | null): Promise<BrandVersion | undefined> =>
  findBrand(tx, clientId, 1)

export const listBrandVersions = (tx: Tx, clientId: number | null): Promise<BrandVersion[]> =>
  run(tx, versions(clientId, HISTORY_LENGTH, 0))

export async function addBrandVersion(
  tx: Tx,
  clientId: number | null,
  { tileColor, buttonColor, images, mode }: BrandParts & { mode: BrandMode },
  userId: number,
): Promise<number> {
  const { logoImage, logoDarkImage, homeImage, loginImage } = images
  const added = await runFirst(
    tx,
    addVersion(clientId, mode, tileColor, buttonColor, logoImage, logoDarkImage, homeImage, loginImage, userId),
  )
  return Number(added?.id)
}

const insertBrandImages = statement([text, bytes], {
  name: 'branding: insert brand images',
  text: 'insert into brand_images (key, image) values ($1, $2) on conflict do nothing',
})

/** Stores an image; returns its key. */
export function putBrandImage(tx: Tx, image: Buffer): string {
  const key = createHash('sha256').update(image).digest('hex')
  queue(tx, insertBrandImages(key, image))
  return key
}
